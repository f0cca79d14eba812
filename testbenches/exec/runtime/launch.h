// Launches for both interfaces, the runtime's and the driver's.
#pragma once

#include <cstddef>
#include <string>

#include "exec/runtime/registry.h"
#include "exec/runtime/streams.h"

namespace unibank::exec {

// Launches the kernel of a stub in the program (`key`), with one pointer per argument. Returns kInvalidConfiguration
// for a shape that no GPU launches.
CudaError launch(const void* key, const Shape& grid, const Shape& block, void* const* arguments,
                 std::size_t dynamic_bytes, void* stream, bool cooperative);
// Launches a function with a parameter block.
CudaError launch(Function& function, const Shape& grid, const Shape& block, std::size_t dynamic_bytes, void* stream,
                 const std::string& arguments, bool cooperative);
// The work of a launch that runs later, for a graph.
CudaError launch_later(const void* key, const Shape& grid, const Shape& block, void* const* arguments,
                       std::size_t dynamic_bytes, Work& work);

// Whether the program may have written device memory without a call, because it has managed or pinned memory.
bool host_shares_memory();

}  // namespace unibank::exec
