// No allocation may have addresses of registers that are lines of the array (design/register_addresses.h).
#pragma once

#include <cstdint>

#include "design/design.h"
#include "simt/device_memory.h"

namespace unibank {

// InputError for an allocation with such an address. `memory_bytes`: spilled registers go to a memory of this size, at
// their addresses modulo it (ForeignMemoryParameters::bytes); 0: to a memory with all addresses.
void check_beside_registers(const DeviceMemory& memory, const Design& design, std::uint64_t memory_bytes);

}  // namespace unibank
