// Turns the names on the command line into a simulation's request.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "unibank/options.h"
#include "unibank/simulate.h"

namespace unibank {

// The program to run: a workload if neither of these is set.
struct Program {
  std::shared_ptr<const Manifest> manifest;
  std::shared_ptr<const trace::TracedProgram> traced;
  std::vector<std::string> files;  // files that were or will be read
};

// Loads a manifest or trace. Throws InputError for options that do not fit it.
Program find_program(const RunOptions& options);

// A request without a design. Throws InputError for an unknown workload or argument.
SimulationRequest request_for(const RunOptions& options, const Program& program);

// Throws InputError for more than one core and blocks that are not native.
void check_cores(unsigned cores, const Design& design);

// The path of the list of a record in the folder, which must be writable. InputErrors name the option.
std::string checked_list(const std::string& option, const std::string& folder, const std::vector<std::string>& inputs);

// The overrides of every design, including those given by short options.
std::vector<std::string> overrides_of(const RunOptions& options);

}  // namespace unibank
