// Where points run, and what Slurm is told when it is there.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace unibank {

struct SlurmOptions {
  std::string on = "local";                       // or "slurm"
  std::string partition, account, time;           // of Slurm, as they are; empty: the cluster's
  unsigned array_limit = 0;                       // tasks of an array at a time; 0: the cluster's
  double task_seconds = 900;                      // what a task is expected to take
  std::string task;                               // a task: file of its points
  double stop_after = 0;                          // a task: seconds after which no point starts; 0: none
};

// --on, --partition and so on.
void add_slurm(CLI::App& command, SlurmOptions& slurm);

// The options as a job that goes on gets them: " --on slurm --partition 'all' ...".
std::string slurm_words(const SlurmOptions& options);

// A file or folder as a job in another folder finds it.
std::string absolute_path(const std::string& path);

}  // namespace unibank
