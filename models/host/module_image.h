// The variables of a module in device memory.
#pragma once

#include "ptx/kernel.h"
#include "simt/device_memory.h"

namespace unibank {

bool in_device_memory(const ptx::Variable& variable);

// Gives the module's variables their places and values, addresses of variables and functions among them. From here on
// the offsets of .global and .const variables, also where kernels and functions mention them, are device addresses.
void place_variables(ptx::Module& module, DeviceMemory& memory);

}  // namespace unibank
