// The variables of a module in device memory.
#pragma once

#include "ptx/kernel.h"
#include "simt/device_memory.h"

namespace unibank {

bool in_device_memory(const ptx::Variable& variable);

// Places the module's variables and fills in their values, including addresses of variables and functions. From here on
// the offsets of .global and .const variables, also in kernels and functions, are device addresses.
void place_variables(ptx::Module& module, DeviceMemory& memory);

}  // namespace unibank
