// Functions that streams and graphs share.
#pragma once

#include "exec/runtime/streams.h"

namespace unibank::exec {

// Ends the capture of all streams that are captured into the graph.
void end_captures_into(const Graph* graph);

// Adds a node that depends on `count` other nodes, as cudaGraphAdd...Node() does.
CudaError add_node(GraphNode** node, Graph* graph, GraphNode* const* after, std::size_t count, GraphNode::Kind kind,
                   Work work);

}  // namespace unibank::exec
