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

}  // namespace unibank
