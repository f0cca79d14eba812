// What `unibank sweep` is asked for.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sweep/study.h"
#include "unibank/slurm_options.h"

namespace CLI {
class App;
}

namespace unibank {

struct SweepOptions : SlurmOptions {
  std::string what;                               // a study, or with designs a program: the quick form
  std::vector<std::string> designs, overrides, axes, arguments;  // of the quick form
  std::string size, style;                        // of the quick form
  std::string store = "sweeps";                   // folder of finished points
  unsigned jobs = 0;                              // processes at a time; 0: as many as there are cores
  bool dry_run = false, collect = false, status = false, cancel = false;  // at most one
  std::string report, plotly;                     // file of a page; the library it shows with, empty: Debian's
  std::string bounds;                             // a task of a search: file of when its runs end early
  std::string after;                              // a search that goes on: "generation:points" that were missing before
};

void add_sweep(CLI::App& app, SweepOptions& sweep);

// The study that the options name, or that the quick form is. Throws InputError.
sweep::Study study_of(const SweepOptions& options);

// The command line by which a task finds the same study: " sweep 's.toml' --store /folder".
std::string study_words(const SweepOptions& options);

}  // namespace unibank
