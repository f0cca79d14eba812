// What streams and graphs know of each other.
#pragma once

#include "exec/runtime/streams.h"

namespace unibank::exec {

// All streams that are captured into the graph are so no more.
void end_captures_into(const Graph* graph);

// As cudaGraphAdd...Node() has it: a node behind `count` others.
CudaError add_node(GraphNode** node, Graph* graph, GraphNode* const* after, std::size_t count, GraphNode::Kind kind,
                   Work work);

}  // namespace unibank::exec
