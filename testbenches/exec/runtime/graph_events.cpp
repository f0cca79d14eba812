// Nodes of graphs that record events and wait for them.
#include "exec/runtime/connection.h"
#include "exec/runtime/graphs.h"

using namespace unibank::exec;

namespace {

using Node = GraphNode*;
using Kind = GraphNode::Kind;

CudaError add_event(Node* node, Graph* graph, const Node* after, std::size_t count, Kind kind, void* event) {
  if (!event) return CudaError::kInvalidValue;
  if (!event_exists(event)) return CudaError::kInvalidResourceHandle;
  const CudaError error = add_node(node, graph, after, count, kind, event_work(kind, event));
  if (error == CudaError::kSuccess) (*node)->event = event;
  return error;
}

CudaError set_event(Node node, Kind kind, void* event) {
  if (!node || !event || node->kind != kind) return CudaError::kInvalidValue;
  if (!event_exists(event)) return CudaError::kInvalidResourceHandle;
  node->work = event_work(kind, event);
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
