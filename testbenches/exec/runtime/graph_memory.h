// Memory that graphs allocate. It keeps its address while a node that allocates it is there, and later while it is
// used; a launch of a graph only marks the memory as used or free.
#pragma once

#include "exec/runtime/graphs.h"

namespace unibank::exec {

// Reserves memory for a node that allocates. The node and its copies share it; when the last of them is destroyed, the
// memory is released, unless it is used: then whatever frees it releases it.
CudaError reserve_graph_memory(std::size_t bytes, std::shared_ptr<void>& memory);
// Mark the memory as used, or as free. Return kInvalidValue if it is already used, or already free.
CudaError use_graph_memory(void* pointer);
CudaError free_graph_memory(void* pointer);
bool is_graph_memory(const void* pointer);
void forget_graph_memory();  // all of it

}  // namespace unibank::exec
