// Memory that graphs allocate. It keeps its address as long as the program runs; what a graph does to it at each launch
// is to say whether it is in use.
#pragma once

#include "exec/runtime/graphs.h"

namespace unibank::exec {

// Memory for a node that allocates.
CudaError reserve_graph_memory(std::size_t bytes, void*& pointer);
// kInvalidValue: it is in use already, or it is not.
CudaError use_graph_memory(void* pointer);
CudaError free_graph_memory(void* pointer);
bool is_graph_memory(const void* pointer);

}  // namespace unibank::exec
