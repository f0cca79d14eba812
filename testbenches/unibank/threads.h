// The thread limits that `--threads auto` tries.
#pragma once

#include <vector>

#include "unibank/simulate.h"

namespace unibank {

// Limits of resident threads in ascending order: the multiples of 128 up to the design's limit, and that limit itself.
// Of several limits that give every kernel the same number of resident blocks and the same cache, only the first is
// kept; limits that a single block exceeds are left out. Throws InputError if no block fits under any limit.
std::vector<unsigned> thread_limits(const SimulationRequest& request);

}  // namespace unibank
