// The variables of a module in device memory.
#pragma once

#include "ptx/kernel.h"
#include "simt/device_memory.h"

namespace unibank {

bool in_device_memory(const ptx::Variable& variable);

// Places the module's variables and fills in their values, including addresses of variables and functions. From here on
// the offsets of .global and .const variables, also in kernels and functions, are device addresses. InputError when the
// memory is full, and for the address of a variable or function that the module does not define.
void place_variables(ptx::Module& module, DeviceMemory& memory);
// Gives placed variables their initial values again.
void restore_variables(const ptx::Module& module, DeviceMemory& memory);

}  // namespace unibank
