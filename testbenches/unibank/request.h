// What the command line names, as a simulation's request.
#pragma once

#include "unibank/options.h"
#include "unibank/simulate.h"

namespace unibank {

// Null when the options name a workload.
std::shared_ptr<const Manifest> manifest_for(const RunOptions& options);

// Without a design. Throws InputError for a workload or an argument that is not known.
SimulationRequest request_for(const RunOptions& options, const std::shared_ptr<const Manifest>& manifest);

}  // namespace unibank
