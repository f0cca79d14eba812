// Launches for both interfaces, the runtime's and the driver's.
#pragma once

#include <cstddef>
#include <string>

#include "exec/runtime/registry.h"

namespace unibank::exec {

// By the stub in the program, a pointer an argument. kInvalidConfiguration for what no GPU launches.
CudaError launch(const void* key, const Shape& grid, const Shape& block, void* const* arguments,
                 std::size_t dynamic_bytes, void* stream, bool cooperative);
// With a parameter block.
CudaError launch(Function& function, const Shape& grid, const Shape& block, std::size_t dynamic_bytes, void* stream,
                 const std::string& arguments, bool cooperative);

// Whether the program may have written device memory without a call: it has managed or pinned memory.
bool host_shares_memory();

}  // namespace unibank::exec
