// Functions that streams and graphs share.
#pragma once

#include "exec/runtime/streams.h"

namespace unibank::exec {

// Begins a capture with this stream, into a new graph.
void start_capture(Stream& leader);
// Ends the capture that has begun with this stream, in all its streams, and returns its graph.
std::unique_ptr<Graph> stop_capture(Stream& leader);
// Whether the work of all streams of a capture, also of those that were destroyed, is before the end of the stream with
// which the capture has begun.
bool joined(const Stream& leader);
// Destroys all streams, with their captures.
void forget_streams();

// Adds a node that depends on `count` other nodes, as cudaGraphAdd...Node() does.
CudaError add_node(GraphNode** node, Graph* graph, GraphNode* const* after, std::size_t count, GraphNode::Kind kind,
                   Work work);

// The executable graph's copy of a node of the graph that it was made from; null: it has none.
GraphNode* copy_in(const Graph* executable, const GraphNode* node);
// Removes a node and its edges from its graph.
CudaError destroy_node(GraphNode* node);
// What differs between an executable graph and the graph by which it is updated.
struct Update {  // cudaGraphExecUpdateResultInfo
  enum class Result : int { kSuccess = 0, kError = 1, kTopology = 2, kKind = 3 };
  Result result = Result::kSuccess;
  GraphNode* node = nullptr;  // the node of the graph that differs, itself or within; null: none does, or their number
  GraphNode* from = nullptr;  // the node before it that differs; null: something else differs
};
static_assert(sizeof(Update) == 24);
// Replaces the work of an executable graph's nodes by that of a graph of the same form: its nodes were made in the same
// order. Of another form, the executable graph stays as it is, and kGraphExecUpdateFailure is returned.
CudaError update(Graph* executable, const Graph* graph, Update& done);

}  // namespace unibank::exec
