// The options of `unibank sweep`.
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
  std::string what;                               // a study, or a program with designs: the command-line form
  std::vector<std::string> designs, overrides, axes, arguments;  // of the command-line form
  std::string size, style, sample;                // of the command-line form
  std::string store = "sweeps";                   // folder of finished points
  unsigned jobs = 0;                              // processes at a time; 0: one for each core
  bool dry_run = false, collect = false, status = false, cancel = false;  // at most one
  std::string report, plotly;                     // file for a page; its plotly.js, empty: Debian's
  std::string bounds;                             // in a task of a search: file of bounds for ending runs early
  std::string after;                              // in a continued search: "generation:points" that were missing
};

void add_sweep(CLI::App& app, SweepOptions& sweep);

// The study named by the options, or built from the command-line form. Throws InputError.
sweep::Study study_of(const SweepOptions& options);

// The command line with which a task finds the same study: " sweep 's.toml' --store /folder".
std::string study_words(const SweepOptions& options);
// The options of the page, for the job that writes it: " --report /folder/page.html".
std::string page_words(const SweepOptions& options);

}  // namespace unibank
