// Where device memory has room behind an allocation. DeviceMemory takes the lowest such place, so the variables of a
// module that is loaded into empty memory lie one behind the other.
#pragma once

#include <cstdint>

#include "simt/device_memory.h"

namespace unibank {

// An allocation takes its bytes and at least one more, so that an address just past it is in none.
constexpr std::uint64_t next_allocation(std::uint64_t end) { return (end / kAllocationAlign + 1) * kAllocationAlign; }

}  // namespace unibank
