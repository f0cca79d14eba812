// The place where points run, and the options for Slurm.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace unibank {

struct SlurmOptions {
  std::string on = "local";                       // or "slurm"
  std::string partition, account, time;           // passed to Slurm; empty: the cluster's defaults
  unsigned array_limit = 0;                       // most tasks of an array at a time; 0: the cluster's
  double task_seconds = 900;                      // the expected time of a task
  std::string task;                               // in a task: the file with its points
  double stop_after = 0;                          // in a task: its time limit in seconds; 0: none
};

// Adds --on, --partition and so on.
void add_slurm(CLI::App& command, SlurmOptions& slurm);

// The options for a job that continues: " --on slurm --partition 'all' ...".
std::string slurm_words(const SlurmOptions& options);

// The path by which a job in another folder finds a file or folder.
std::string absolute_path(const std::string& path);

}  // namespace unibank
