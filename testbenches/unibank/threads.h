// What `--threads auto` tries.
#pragma once

#include <vector>

#include "unibank/simulate.h"

namespace unibank {

// Limits of resident threads, smallest first: the multiples of 128 up to what the design of the request allows, and
// that itself. Of those under which every kernel has the same resident blocks and the same cache only the first stays;
// those that a block exceeds are left out. Throws InputError when no block fits under any.
std::vector<unsigned> thread_limits(const SimulationRequest& request);

}  // namespace unibank
