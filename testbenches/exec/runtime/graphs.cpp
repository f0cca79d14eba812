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
    copy->child = node->child;  // which nothing changes
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
  const auto in_graph = [graph](const GraphNode* one) { return one && one->graph == graph; };
  if (!std::all_of(after, after + count, in_graph)) return CudaError::kInvalidValue;
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

namespace {

using Places = std::set<std::size_t>;  // of nodes in their graph

// For each node, by its place, the nodes that must be done before it.
std::vector<Places> edges_of(const Graph& graph) {
  std::map<const GraphNode*, std::size_t> places;
  for (const auto& node : graph.nodes) places.emplace(node.get(), places.size());
  std::vector<Places> edges(graph.nodes.size());
  for (const auto& node : graph.nodes)
    for (const GraphNode* const before : node->after) edges[places.at(node.get())].insert(places.at(before));
  return edges;
}

// The nodes that are before no other node.
Places exits_of(const std::vector<Places>& edges) {
  Places exits;
  for (std::size_t i = 0; i < edges.size(); ++i) exits.insert(i);
  for (const Places& before : edges)
    for (const std::size_t place : before) exits.erase(place);
  return exits;
}

// The first node of `some` that is not among `others`; null: there is none.
GraphNode* other_node(const Graph& graph, const Places& some, const Places& others) {
  for (const std::size_t place : some)
    if (others.count(place) == 0) return graph.nodes[place].get();
  return nullptr;
}

// The first difference, in the order of CUDA's documentation. Nodes are paired in the order in which they were made. A
// difference within a child graph is one of the child's node, because a program cannot name the nodes within it.
Update difference_of(const Graph& executable, const Graph& graph) {
  using Result = Update::Result;
  if (graph.nodes.size() != executable.nodes.size()) return {Result::kTopology, nullptr, nullptr};
  const std::vector<Places> had = edges_of(executable), has = edges_of(graph);
  const Places old_exits = exits_of(had), exits = exits_of(has);
  if (exits.size() > old_exits.size()) return {Result::kTopology, other_node(graph, exits, old_exits), nullptr};
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    GraphNode* const node = graph.nodes[i].get();
    if (node->kind != executable.nodes[i]->kind) return {Result::kKind, node, nullptr};
    if (has[i].size() != had[i].size()) return {Result::kTopology, node, nullptr};
    if (GraphNode* const from = other_node(graph, has[i], had[i])) return {Result::kTopology, node, from};
    if (!node->child) continue;
    const Result inside = difference_of(*executable.nodes[i]->child, *node->child).result;
    if (inside != Result::kSuccess) return {inside, node, nullptr};
  }
  return {};
}

}  // namespace

// Nodes take the other graph's work, and keep the handles of their origin.
CudaError update(Graph* executable, const Graph* graph, Update& done) {
  if (!executable || !graph) {
    done.result = Update::Result::kError;
    return CudaError::kInvalidValue;
  }
  done = difference_of(*executable, *graph);
  if (done.result != Update::Result::kSuccess) return CudaError::kGraphExecUpdateFailure;
  Graph changed(*graph);
  for (std::size_t i = 0; i < changed.nodes.size(); ++i) changed.nodes[i]->origin = executable->nodes[i]->origin;
  for (const auto& node : changed.nodes) node->graph = executable;
  executable->nodes = std::move(changed.nodes);
  return CudaError::kSuccess;
}

CudaError Graph::run() const {
  for (const auto& node : nodes)
    if (frees_first && node->memory) free_graph_memory(node->memory.get());  // an error means that it is already free
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
  const bool of_all = reinterpret_cast<std::uintptr_t>(handle) < kStreamPerThread;
  if (stream->captured || of_all) return CudaError::kStreamCaptureUnsupported;
  start_capture(*stream);
  return CudaError::kSuccess;
}

CudaError end_capture(void* handle, Graph** graph) {
  Stream* const stream = stream_of(handle);
  if (!stream || !graph) return CudaError::kInvalidResourceHandle;
  if (!stream->captured || !stream->leads) return CudaError::kStreamCaptureUnmatched;
  CudaError error = joined(*stream) ? CudaError::kSuccess : CudaError::kStreamCaptureUnjoined;
  if (stream->breaks_rules()) error = CudaError::kStreamCaptureInvalidated;
  std::unique_ptr<Graph> made = stop_capture(*stream);
  *graph = error == CudaError::kSuccess ? made.release() : nullptr;
  return error;
}

// Whether some nodes wait for each other.
bool has_cycle(const Graph& graph) {
  std::set<const GraphNode*> done;
  for (std::size_t before = 1; before != 0;) {
    before = 0;
    for (const auto& node : graph.nodes) {
      const auto& after = node->after;
      const bool ready = std::all_of(after.begin(), after.end(), [&](const auto* one) { return done.count(one) != 0; });
      if (ready && done.insert(node.get()).second) ++before;
    }
  }
  return done.size() < graph.nodes.size();
}

CudaError instantiate(Graph** executable, const Graph* graph, unsigned long long flags) {
  if (!executable || !graph || has_cycle(*graph)) return CudaError::kInvalidValue;
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
  if (found) *status = found->capture_status();
  return remember(found ? CudaError::kSuccess : CudaError::kInvalidResourceHandle);
}
// 0 global, 1 of this thread, 2 relaxed. No call is forbidden in any mode, so that the mode is only kept.
UNIBANK_EXPORTED CudaError cudaThreadExchangeStreamCaptureMode(int* mode) {
  thread_local int present = 0;
  if (!mode || *mode < 0 || *mode > 2) return remember(CudaError::kInvalidValue);
  std::swap(present, *mode);
  return CudaError::kSuccess;
}

UNIBANK_EXPORTED CudaError cudaGraphInstantiate(Graph** executable, const Graph* graph, unsigned long long flags) {
  return remember(instantiate(executable, graph, flags));
}
UNIBANK_EXPORTED CudaError cudaGraphInstantiateWithFlags(Graph** executable, const Graph* graph,
                                                         unsigned long long flags) {
  return remember(instantiate(executable, graph, flags));
}
UNIBANK_EXPORTED CudaError cudaGraphLaunch(const Graph* executable, void* stream) {
  if (!executable) return remember(CudaError::kInvalidValue);
  const Stream* const found = stream_of(stream);
  if (!found || !found->captured)
    return remember(submit(stream, [executable] { return executable->run(); }, GraphNode::Kind::kGraph));
  // A capture keeps the graph as it is now: the program may change or destroy it later.
  const auto own = std::make_shared<const Graph>(*executable);
  GraphNode* added = nullptr;
  const auto work = [own] { return own->run(); };
  const CudaError error = submit(stream, work, GraphNode::Kind::kGraph, &added);
  if (added) added->child = own;
  return remember(error);
}
UNIBANK_EXPORTED CudaError cudaGraphUpload(const Graph*, void*) { return CudaError::kSuccess; }
UNIBANK_EXPORTED CudaError cudaGraphDestroy(Graph* graph) {
  delete graph;
  return CudaError::kSuccess;
}
UNIBANK_EXPORTED CudaError cudaGraphExecDestroy(Graph* executable) { return cudaGraphDestroy(executable); }
