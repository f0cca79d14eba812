// Host memory that the program registers (cudaHostRegister): its pages become pages of device memory, so that kernels
// and the host access the same bytes, at different addresses.
#pragma once

#include <cstddef>

#include "exec/runtime/cuda_types.h"

namespace unibank::exec {

// Registers whole pages, as on a real GPU, including the bytes of the first and the last page that lie outside of the
// range. During the call no thread of the program may write to these pages. Returns kHostMemoryAlreadyRegistered if a
// page is already registered.
CudaError register_host_memory(void* pointer, std::size_t bytes);
// `pointer`: the address that was registered. The bytes do not change. Returns kHostMemoryNotRegistered if the address
// was not registered.
CudaError unregister_host_memory(void* pointer);
CudaError unregister_all();
// The address for the host of a byte at the device address `device` of registered memory; null: it is none.
void* host_address_of(const void* device);
// The address of `host` for kernels; null if `host` does not lie in registered memory.
void* device_address_of(const void* host);

}  // namespace unibank::exec
