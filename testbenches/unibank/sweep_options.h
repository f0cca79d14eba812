// What `unibank sweep` is asked for.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sweep/study.h"

namespace CLI {
class App;
}

namespace unibank {

struct SweepOptions {
  std::string what;                               // a study, or with designs a program: the quick form
  std::vector<std::string> designs, overrides, axes, arguments;  // of the quick form
  std::string size, style;                        // of the quick form
  std::string store = "sweeps";                   // folder of finished points
  unsigned jobs = 0;                              // processes at a time; 0: as many as there are cores
  bool dry_run = false, collect = false, status = false, cancel = false;  // at most one
  std::string report, plotly;                     // file of a page; the library it shows with, empty: Debian's
  std::string on = "local";                       // or "slurm"
  std::string partition, account, time;           // of Slurm, as they are; empty: the cluster's
  unsigned array_limit = 0;                       // tasks of an array at a time; 0: the cluster's
  double task_seconds = 900;                      // what a task is expected to take
  std::string task;                               // a task: file of its points
  std::string bounds;                             // a task of a search: file of when its runs end early
  std::string after;                              // a search that goes on: "generation:points" that were missing before
  double stop_after = 0;                          // a task: seconds after which no point starts; 0: none
};

void add_sweep(CLI::App& app, SweepOptions& sweep);

// The study that the options name, or that the quick form is. Throws InputError.
sweep::Study study_of(const SweepOptions& options);

}  // namespace unibank
