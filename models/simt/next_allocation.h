// The first address at which device memory may have another allocation after an allocation that ends at `end`.
// DeviceMemory takes the lowest free address, so the variables of a module that is loaded into empty memory follow each
// other.
#pragma once

#include <cstdint>

#include "simt/device_memory.h"

namespace unibank {

// An allocation takes its bytes and at least one more, so that the address directly after it is in no allocation.
constexpr std::uint64_t next_allocation(std::uint64_t end) { return (end / kAllocationAlign + 1) * kAllocationAlign; }

}  // namespace unibank
