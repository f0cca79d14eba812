// Host memory of the program's that it registers (cudaHostRegister): its pages become pages of device memory, so that
// kernels and host see the same bytes, each at an address of its own.
#pragma once

#include <cstddef>

#include "exec/runtime/cuda_types.h"

namespace unibank::exec {

// Whole pages are shared, as on a card: what lies beside the range on its first and last page comes along. No thread
// of the program may write to these pages meanwhile. kHostMemoryAlreadyRegistered when a page is already registered.
CudaError register_host_memory(void* pointer, std::size_t bytes);
// `pointer` as it was registered; the bytes stay as they are. kHostMemoryNotRegistered when it was not.
CudaError unregister_host_memory(void* pointer);
// Where kernels see it; null when it does not lie in registered memory.
void* device_address_of(const void* host);

}  // namespace unibank::exec
