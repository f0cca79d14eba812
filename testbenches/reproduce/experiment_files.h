// The sources of experiments: built into the library, or a folder. PAPER/paper.toml lists a paper's experiments,
// PAPER/EXPERIMENT.toml is one experiment, PAPER/*.csv are its tables.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reproduce/experiment.h"

namespace unibank {

struct ExperimentFile {
  const char* path;  // "gebhart2012/table6.toml"
  const char* text;
};
// The files of configs/experiments, included in the library when it is built.
const std::vector<ExperimentFile>& built_in_experiment_files();

struct ExperimentFiles {
  std::string folder;                                                           // as messages show it
  std::function<std::optional<std::string>(const std::string& path)> read;      // empty: no such file
  std::vector<std::string> papers;                                              // ordered
};

ExperimentFiles built_in_experiments();
// Throws InputError if the folder does not exist.
ExperimentFiles experiments_in(const std::string& folder);

// A paper with all its experiments, read and checked against each other, the known workloads and the known metrics.
// Designs are checked when points are enumerated. Throws InputError: file, line, what was found, what was expected.
Paper load_paper(const ExperimentFiles& files, const std::string& name);

}  // namespace unibank
