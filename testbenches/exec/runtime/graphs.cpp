// Graphs: nodes made by a capture, and their launches. Nodes that a program makes itself are in graph_nodes.cpp.
#include "exec/runtime/graphs.h"

#include <algorithm>
#include <map>
#include <set>

#include "exec/runtime/connection.h"
#include "exec/runtime/graph_memory.h"

namespace unibank::exec {

Graph::Graph(const Graph& other) : frees_first(other.frees_first) {
  std::map<const GraphNode*, GraphNode*> copies;
  for (const auto& node : other.nodes) {
    GraphNode* const copy = add(node->kind, node->work, node->after);
    copy->event = node->event;
    copy->memory = node->memory;
    copy->origin = node.get();
    copies[node.get()] = copy;
  }
  for (const auto& node : nodes)
    for (GraphNode*& before : node->after) before = copies.at(before);
}

GraphNode* Graph::add(GraphNode::Kind kind, Work work, std::vector<GraphNode*> after) {
  auto node = std::make_shared<GraphNode>();
  node->kind = kind;
  node->work = std::move(work);
  node->after = std::move(after);
  node->graph = this;
  nodes.push_back(std::move(node));
  return nodes.back().get();
}

CudaError add_node(GraphNode** node, Graph* graph, GraphNode* const* after, std::size_t count, GraphNode::Kind kind,
                   Work work) {
  if (!node || !graph || (count != 0 && !after)) return CudaError::kInvalidValue;
  *node = graph->add(kind, std::move(work), std::vector<GraphNode*>(after, after + count));
  return CudaError::kSuccess;
}

GraphNode* copy_in(const Graph* executable, const GraphNode* node) {
  if (!executable || !node) return nullptr;
  for (const auto& one : executable->nodes)
    if (one->origin == node) return one.get();
  return nullptr;
}

CudaError destroy_node(GraphNode* node) {
  if (!node) return CudaError::kInvalidValue;
  auto& all = node->graph->nodes;
  for (const auto& one : all) {
    auto& after = one->after;
    after.erase(std::remove(after.begin(), after.end(), node), after.end());
  }
  all.erase(std::remove_if(all.begin(), all.end(), [node](const auto& one) { return one.get() == node; }), all.end());
  return CudaError::kSuccess;
}

// Nodes in the same places with the same kinds take the other graph's work, and keep the handles of their origin.
CudaError update(Graph* executable, const Graph* graph) {
  if (!executable || !graph) return CudaError::kInvalidValue;
  Graph changed(*graph);
  const auto same = [](const auto& one, const auto& other) { return one->kind == other->kind; };
  if (std::equal(changed.nodes.begin(), changed.nodes.end(), executable->nodes.begin(), executable->nodes.end(), same))
    for (std::size_t i = 0; i < changed.nodes.size(); ++i) changed.nodes[i]->origin = executable->nodes[i]->origin;
  for (const auto& node : changed.nodes) node->graph = executable;
  executable->nodes = std::move(changed.nodes);
  return CudaError::kSuccess;
}

CudaError Graph::run() const {
  for (const auto& node : nodes)
    if (frees_first && node->memory) free_graph_memory(node->memory);  // an error means that it is already free
  std::set<const GraphNode*> done;
  const auto may_run = [&done](const GraphNode& node) {
    return done.count(&node) == 0 && std::all_of(node.after.begin(), node.after.end(),
                                                 [&done](const GraphNode* before) { return done.count(before) != 0; });
  };
  while (done.size() < nodes.size()) {
    const auto next = std::find_if(nodes.begin(), nodes.end(), [&](const auto& node) { return may_run(*node); });
    if (next == nodes.end()) return CudaError::kInvalidValue;
    const CudaError error = (*next)->work ? (*next)->work() : CudaError::kSuccess;
    if (error != CudaError::kSuccess) return error;
    done.insert(next->get());
  }
  return CudaError::kSuccess;
}

namespace {

constexpr unsigned long long kAutoFreeOnLaunch = 1;  // cudaGraphInstantiateFlagAutoFreeOnLaunch

CudaError begin_capture(void* handle) {
  Stream* const stream = stream_of(handle);
  if (!stream) return CudaError::kInvalidResourceHandle;
  if (stream->captured || handle == nullptr) return CudaError::kStreamCaptureUnsupported;
  stream->captured = new Graph;
  stream->leads = true;
  stream->last.clear();
  return CudaError::kSuccess;
}

CudaError end_capture(void* handle, Graph** graph) {
  Stream* const stream = stream_of(handle);
  if (!stream || !graph) return CudaError::kInvalidResourceHandle;
  if (!stream->captured || !stream->leads) return CudaError::kStreamCaptureUnmatched;
  *graph = stream->captured;
  end_captures_into(*graph);
  return CudaError::kSuccess;
}

CudaError instantiate(Graph** executable, const Graph* graph, unsigned long long flags) {
  if (!executable || !graph) return CudaError::kInvalidValue;
  *executable = new Graph(*graph);
  (*executable)->frees_first = (flags & kAutoFreeOnLaunch) != 0;
  return CudaError::kSuccess;
}

}  // namespace
}  // namespace unibank::exec

using namespace unibank::exec;

UNIBANK_EXPORTED CudaError cudaStreamBeginCapture(void* stream, int) { return remember(begin_capture(stream)); }
UNIBANK_EXPORTED CudaError cudaStreamEndCapture(void* stream, Graph** graph) {
  return remember(end_capture(stream, graph));
}
UNIBANK_EXPORTED CudaError cudaStreamIsCapturing(void* stream, int* status) {
  const Stream* const found = stream_of(stream);
  if (found) *status = found->captured ? 1 : 0;
  return remember(found ? CudaError::kSuccess : CudaError::kInvalidResourceHandle);
}
UNIBANK_EXPORTED CudaError cudaThreadExchangeStreamCaptureMode(int*) { return CudaError::kSuccess; }

UNIBANK_EXPORTED CudaError cudaGraphInstantiate(Graph** executable, const Graph* graph, unsigned long long flags) {
  return remember(instantiate(executable, graph, flags));
}
UNIBANK_EXPORTED CudaError cudaGraphInstantiateWithFlags(Graph** executable, const Graph* graph,
                                                         unsigned long long flags) {
  return remember(instantiate(executable, graph, flags));
}
UNIBANK_EXPORTED CudaError cudaGraphLaunch(const Graph* executable, void* stream) {
  if (!executable) return remember(CudaError::kInvalidValue);
  return remember(submit(stream, [executable] { return executable->run(); }, GraphNode::Kind::kGraph));
}
UNIBANK_EXPORTED CudaError cudaGraphUpload(const Graph*, void*) { return CudaError::kSuccess; }
UNIBANK_EXPORTED CudaError cudaGraphDestroy(Graph* graph) {
  delete graph;
  return CudaError::kSuccess;
}
UNIBANK_EXPORTED CudaError cudaGraphExecDestroy(Graph* executable) { return cudaGraphDestroy(executable); }
