// What the command line names, as a simulation's request.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "unibank/options.h"
#include "unibank/simulate.h"

namespace unibank {

// What is run: a workload, when there is neither of these.
struct Program {
  std::shared_ptr<const Manifest> manifest;
  std::shared_ptr<const trace::TracedProgram> traced;
  std::vector<std::string> files;  // that were or will be read
};

// Loads what is no workload. InputError for options that do not go with it.
Program find_program(const RunOptions& options);

// Without a design. Throws InputError for a workload or an argument that is not known.
SimulationRequest request_for(const RunOptions& options, const Program& program);

// Makes the folder of a record; returns the list in it, which may be written. InputError names the option.
std::string prepare_record(const std::string& option, const std::string& folder,
                           const std::vector<std::string>& inputs);

// The overrides of every design, with those that short forms stand for.
std::vector<std::string> overrides_of(const RunOptions& options);

}  // namespace unibank
