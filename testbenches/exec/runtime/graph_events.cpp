// Nodes of graphs that record events and wait for them.
#include "exec/runtime/connection.h"
#include "exec/runtime/graphs.h"

using namespace unibank::exec;

namespace {

using Node = GraphNode*;
using Kind = GraphNode::Kind;

// A node that waits has no work: all earlier work is done, because every call completes before it returns.
Work work_of(Kind kind, void* event) {
  if (kind == Kind::kWait) return nullptr;
  return [event] { return record_now(event); };
}

CudaError add_event(Node* node, Graph* graph, const Node* after, std::size_t count, Kind kind, void* event) {
  if (!event) return CudaError::kInvalidValue;
  const CudaError error = add_node(node, graph, after, count, kind, work_of(kind, event));
  if (error == CudaError::kSuccess) (*node)->event = event;
  return error;
}

CudaError set_event(Node node, Kind kind, void* event) {
  if (!node || !event || node->kind != kind) return CudaError::kInvalidValue;
  node->work = work_of(kind, event);
  node->event = event;
  return CudaError::kSuccess;
}

CudaError get(const GraphNode* node, Kind kind, void** event) {
  if (!node || !event || node->kind != kind) return CudaError::kInvalidValue;
  *event = node->event;
  return CudaError::kSuccess;
}

}  // namespace

UNIBANK_EXPORTED CudaError cudaGraphAddEventRecordNode(Node* node, Graph* graph, const Node* after, std::size_t count,
                                                       void* event) {
  return remember(add_event(node, graph, after, count, Kind::kRecord, event));
}
UNIBANK_EXPORTED CudaError cudaGraphAddEventWaitNode(Node* node, Graph* graph, const Node* after, std::size_t count,
                                                     void* event) {
  return remember(add_event(node, graph, after, count, Kind::kWait, event));
}
UNIBANK_EXPORTED CudaError cudaGraphEventRecordNodeGetEvent(Node node, void** event) {
  return remember(get(node, Kind::kRecord, event));
}
UNIBANK_EXPORTED CudaError cudaGraphEventWaitNodeGetEvent(Node node, void** event) {
  return remember(get(node, Kind::kWait, event));
}
UNIBANK_EXPORTED CudaError cudaGraphEventRecordNodeSetEvent(Node node, void* event) {
  return remember(set_event(node, Kind::kRecord, event));
}
UNIBANK_EXPORTED CudaError cudaGraphEventWaitNodeSetEvent(Node node, void* event) {
  return remember(set_event(node, Kind::kWait, event));
}
UNIBANK_EXPORTED CudaError cudaGraphExecEventRecordNodeSetEvent(const Graph* executable, Node node, void* event) {
  return cudaGraphEventRecordNodeSetEvent(copy_in(executable, node), event);
}
UNIBANK_EXPORTED CudaError cudaGraphExecEventWaitNodeSetEvent(const Graph* executable, Node node, void* event) {
  return cudaGraphEventWaitNodeSetEvent(copy_in(executable, node), event);
}
