// Graphs that a program makes node by node.
#include <algorithm>

#include "exec/runtime/arrays.h"
#include "exec/runtime/connection.h"
#include "exec/runtime/graphs.h"
#include "exec/runtime/launch.h"
#include "exec/runtime/streams.h"

using namespace unibank::exec;

namespace {

using Node = GraphNode*;

struct KernelParameters {  // cudaKernelNodeParams
  const void* function = nullptr;
  Shape grid, block;
  unsigned dynamic_bytes = 0;
  void** arguments = nullptr;
  void** extra = nullptr;
};
struct FillParameters {  // cudaMemsetParams
  void* to = nullptr;
  std::size_t pitch = 0;
  unsigned value = 0, element_bytes = 1;
  std::size_t count = 0, rows = 1;
};
struct HostParameters {  // cudaHostNodeParams
  Callback function = nullptr;
  void* data = nullptr;
};

CudaError add(Node* node, Graph* graph, const Node* after, std::size_t count, GraphNode::Kind kind, Work work) {
  return remember(add_node(node, graph, after, count, kind, std::move(work)));
}

CudaError kernel_work(const KernelParameters& parameters, Work& work) {
  return launch_later(parameters.function, parameters.grid, parameters.block, parameters.arguments,
                      parameters.dynamic_bytes, work);
}

CudaError set_kernel(Node node, const KernelParameters* parameters) {
  if (!node || !parameters || node->kind != GraphNode::Kind::kKernel) return CudaError::kInvalidValue;
  return kernel_work(*parameters, node->work);
}

Work copy_work(const Copy3D& parameters) {
  return [parameters] { return copy(parameters); };
}
Work fill_work(const FillParameters& own) {
  return [own] { return fill(own.to, own.pitch, own.value, own.element_bytes, own.count, own.rows); };
}
Work host_work(const HostParameters& own) {
  return [own] {
    own.function(own.data);
    return CudaError::kSuccess;
  };
}

// A card refuses the others when the node is made or changed, not when it runs.
bool valid(const FillParameters* fill) {
  return fill && (fill->element_bytes == 1 || fill->element_bytes == 2 || fill->element_bytes == 4);
}
bool valid(const HostParameters* host) { return host && host->function; }

// New parameters for a node of this kind.
CudaError set(Node node, GraphNode::Kind kind, Work work) {
  if (!node || node->kind != kind) return remember(CudaError::kInvalidValue);
  node->work = std::move(work);
  return CudaError::kSuccess;
}

CudaError add_edges(const Graph* graph, const Node* from, const Node* to, std::size_t count) {
  if (!graph || (count != 0 && (!from || !to))) return CudaError::kInvalidValue;
  const auto in_graph = [graph](const GraphNode* one) { return one && one->graph == graph; };
  if (!std::all_of(from, from + count, in_graph) || !std::all_of(to, to + count, in_graph))
    return CudaError::kInvalidValue;
  for (std::size_t i = 0; i < count; ++i) to[i]->after.push_back(from[i]);
  return CudaError::kSuccess;
}

CudaError list(const std::vector<Node>& found, Node* nodes, std::size_t* count) {
  if (!count) return CudaError::kInvalidValue;
  for (std::size_t i = 0; nodes && i < *count; ++i) nodes[i] = i < found.size() ? found[i] : nullptr;
  *count = nodes ? std::min(*count, found.size()) : found.size();
  return CudaError::kSuccess;
}

}  // namespace

UNIBANK_EXPORTED CudaError cudaGraphCreate(Graph** graph, unsigned) {
  *graph = new Graph;
  return remember(Connection::get().ready());
}
UNIBANK_EXPORTED CudaError cudaGraphClone(Graph** clone, const Graph* graph) {
  if (!clone || !graph) return remember(CudaError::kInvalidValue);
  *clone = new Graph(*graph);
  return CudaError::kSuccess;
}
UNIBANK_EXPORTED CudaError cudaGraphAddEmptyNode(Node* node, Graph* graph, const Node* after, std::size_t count) {
  return add(node, graph, after, count, GraphNode::Kind::kEmpty, Work());
}
UNIBANK_EXPORTED CudaError cudaGraphAddKernelNode(Node* node, Graph* graph, const Node* after, std::size_t count,
                                                  const KernelParameters* parameters) {
  if (!parameters) return remember(CudaError::kInvalidValue);
  Work work;
  const CudaError error = kernel_work(*parameters, work);
  if (error != CudaError::kSuccess) return remember(error);
  return add(node, graph, after, count, GraphNode::Kind::kKernel, std::move(work));
}
UNIBANK_EXPORTED CudaError cudaGraphAddMemcpyNode(Node* node, Graph* graph, const Node* after, std::size_t count,
                                                  const Copy3D* parameters) {
  if (!parameters) return remember(CudaError::kInvalidValue);
  return add(node, graph, after, count, GraphNode::Kind::kMemcpy, copy_work(*parameters));
}
UNIBANK_EXPORTED CudaError cudaGraphAddMemcpyNode1D(Node* node, Graph* graph, const Node* after, std::size_t count,
                                                    void* to, const void* from, std::size_t bytes, CopyKind kind) {
  return add(node, graph, after, count, GraphNode::Kind::kMemcpy, [=] { return copy(to, from, bytes, kind); });
}
UNIBANK_EXPORTED CudaError cudaGraphAddMemsetNode(Node* node, Graph* graph, const Node* after, std::size_t count,
                                                  const FillParameters* parameters) {
  if (!valid(parameters)) return remember(CudaError::kInvalidValue);
  return add(node, graph, after, count, GraphNode::Kind::kMemset, fill_work(*parameters));
}
UNIBANK_EXPORTED CudaError cudaGraphAddHostNode(Node* node, Graph* graph, const Node* after, std::size_t count,
                                                const HostParameters* parameters) {
  if (!valid(parameters)) return remember(CudaError::kInvalidValue);
  return add(node, graph, after, count, GraphNode::Kind::kHost, host_work(*parameters));
}
UNIBANK_EXPORTED CudaError cudaGraphAddChildGraphNode(Node* node, Graph* graph, const Node* after, std::size_t count,
                                                      const Graph* child) {
  if (!child) return remember(CudaError::kInvalidValue);
  const auto own = std::make_shared<const Graph>(*child);
  const CudaError error = add(node, graph, after, count, GraphNode::Kind::kGraph, [own] { return own->run(); });
  if (error == CudaError::kSuccess) (*node)->child = own;
  return error;
}
UNIBANK_EXPORTED CudaError cudaGraphAddDependencies(const Graph* graph, const Node* from, const Node* to, const void*,
                                                    std::size_t count) {
  return remember(add_edges(graph, from, to, count));
}
UNIBANK_EXPORTED CudaError cudaGraphDestroyNode(Node node) { return remember(destroy_node(node)); }

UNIBANK_EXPORTED CudaError cudaGraphGetNodes(const Graph* graph, Node* nodes, std::size_t* count) {
  std::vector<Node> all;
  for (const auto& node : graph->nodes) all.push_back(node.get());
  return remember(list(all, nodes, count));
}
UNIBANK_EXPORTED CudaError cudaGraphGetRootNodes(const Graph* graph, Node* nodes, std::size_t* count) {
  std::vector<Node> roots;
  for (const auto& node : graph->nodes)
    if (node->after.empty()) roots.push_back(node.get());
  return remember(list(roots, nodes, count));
}
UNIBANK_EXPORTED CudaError cudaGraphNodeGetType(const GraphNode* node, GraphNode::Kind* kind) {
  *kind = node->kind;
  return CudaError::kSuccess;
}
UNIBANK_EXPORTED CudaError cudaGraphKernelNodeSetParams(Node node, const KernelParameters* parameters) {
  return remember(set_kernel(node, parameters));
}
UNIBANK_EXPORTED CudaError cudaGraphExecKernelNodeSetParams(const Graph* executable, Node node,
                                                            const KernelParameters* parameters) {
  return remember(set_kernel(copy_in(executable, node), parameters));
}
UNIBANK_EXPORTED CudaError cudaGraphMemcpyNodeSetParams(Node node, const Copy3D* parameters) {
  if (!parameters) return remember(CudaError::kInvalidValue);
  return set(node, GraphNode::Kind::kMemcpy, copy_work(*parameters));
}
UNIBANK_EXPORTED CudaError cudaGraphExecMemcpyNodeSetParams(const Graph* executable, Node node,
                                                            const Copy3D* parameters) {
  return cudaGraphMemcpyNodeSetParams(copy_in(executable, node), parameters);
}
UNIBANK_EXPORTED CudaError cudaGraphMemcpyNodeSetParams1D(Node node, void* to, const void* from, std::size_t bytes,
                                                          CopyKind kind) {
  return set(node, GraphNode::Kind::kMemcpy, [=] { return copy(to, from, bytes, kind); });
}
UNIBANK_EXPORTED CudaError cudaGraphExecMemcpyNodeSetParams1D(const Graph* executable, Node node, void* to,
                                                              const void* from, std::size_t bytes, CopyKind kind) {
  return cudaGraphMemcpyNodeSetParams1D(copy_in(executable, node), to, from, bytes, kind);
}
UNIBANK_EXPORTED CudaError cudaGraphMemsetNodeSetParams(Node node, const FillParameters* parameters) {
  if (!valid(parameters)) return remember(CudaError::kInvalidValue);
  return set(node, GraphNode::Kind::kMemset, fill_work(*parameters));
}
UNIBANK_EXPORTED CudaError cudaGraphExecMemsetNodeSetParams(const Graph* executable, Node node,
                                                            const FillParameters* parameters) {
  return cudaGraphMemsetNodeSetParams(copy_in(executable, node), parameters);
}
UNIBANK_EXPORTED CudaError cudaGraphHostNodeSetParams(Node node, const HostParameters* parameters) {
  if (!valid(parameters)) return remember(CudaError::kInvalidValue);
  return set(node, GraphNode::Kind::kHost, host_work(*parameters));
}
UNIBANK_EXPORTED CudaError cudaGraphExecHostNodeSetParams(const Graph* executable, Node node,
                                                          const HostParameters* parameters) {
  return cudaGraphHostNodeSetParams(copy_in(executable, node), parameters);
}
extern "C" CudaError cudaGraphInstantiate(Graph** executable, const Graph* graph, unsigned long long flags);
struct InstantiateParameters {  // cudaGraphInstantiateParams
  unsigned long long flags = 0;
  void* stream = nullptr;
  GraphNode* wrong = nullptr;
  int result = 0;  // 0 success, 1 another error
};
UNIBANK_EXPORTED CudaError cudaGraphInstantiateWithParams(Graph** executable, const Graph* graph,
                                                          InstantiateParameters* parameters) {
  if (!parameters) return remember(CudaError::kInvalidValue);
  const CudaError error = cudaGraphInstantiate(executable, graph, parameters->flags);
  parameters->wrong = nullptr;
  parameters->result = error == CudaError::kSuccess ? 0 : 1;
  return error;
}
UNIBANK_EXPORTED CudaError cudaGraphExecUpdate(Graph* executable, const Graph* graph, Update* result) {
  Update done;
  const CudaError error = update(executable, graph, done);
  if (result) *result = done;
  return remember(error);
}
