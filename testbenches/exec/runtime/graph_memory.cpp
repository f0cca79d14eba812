#include "exec/runtime/graph_memory.h"

#include <map>
#include <mutex>

#include "exec/runtime/connection.h"
#include "exec/runtime/memory.h"

namespace unibank::exec {
namespace {

struct Known {
  std::mutex mutex;
  std::map<const void*, bool> used;
};
Known& known() {
  static Known& one = *new Known;
  return one;
}

CudaError change(const void* pointer, bool used) {
  const std::lock_guard<std::mutex> lock(known().mutex);
  const auto found = known().used.find(pointer);
  if (found == known().used.end() || found->second == used) return CudaError::kInvalidValue;
  found->second = used;
  return CudaError::kSuccess;
}

// cudaMemAllocNodeParams: the pool's properties, 88 bytes, who may access it, how much, and where it lies.
struct AllocationParameters {
  char pool[88];
  const void* accesses;
  std::size_t access_count, bytes;
  void* pointer;
};

}  // namespace

CudaError reserve_graph_memory(std::size_t bytes, void*& pointer) {
  const CudaError error = allocate(bytes, "memory of a graph", pointer);
  if (error != CudaError::kSuccess) return error;
  const std::lock_guard<std::mutex> lock(known().mutex);
  known().used[pointer] = false;
  return error;
}

CudaError use_graph_memory(void* pointer) { return change(pointer, true); }
CudaError free_graph_memory(void* pointer) { return change(pointer, false); }
bool is_graph_memory(const void* pointer) {
  const std::lock_guard<std::mutex> lock(known().mutex);
  return known().used.count(pointer) != 0;
}

}  // namespace unibank::exec

using namespace unibank::exec;

extern "C" CudaError cudaMalloc(void** pointer, std::size_t bytes);
extern "C" CudaError cudaFree(void* pointer);

UNIBANK_EXPORTED CudaError cudaGraphAddMemAllocNode(GraphNode** node, Graph* graph, GraphNode* const* after,
                                                    std::size_t count, AllocationParameters* parameters) {
  if (!parameters) return remember(CudaError::kInvalidValue);
  void* pointer = nullptr;
  const CudaError error = reserve_graph_memory(parameters->bytes, pointer);
  if (error != CudaError::kSuccess) return remember(error);
  parameters->pointer = pointer;
  const auto work = [pointer] { return use_graph_memory(pointer); };
  const CudaError added = add_node(node, graph, after, count, GraphNode::Kind::kAllocate, work);
  if (added == CudaError::kSuccess) (*node)->memory = pointer;
  return remember(added);
}
UNIBANK_EXPORTED CudaError cudaGraphAddMemFreeNode(GraphNode** node, Graph* graph, GraphNode* const* after,
                                                   std::size_t count, void* pointer) {
  if (!is_graph_memory(pointer)) return remember(CudaError::kInvalidValue);
  const auto work = [pointer] { return free_graph_memory(pointer); };
  return remember(add_node(node, graph, after, count, GraphNode::Kind::kFree, work));
}

UNIBANK_EXPORTED CudaError cudaMallocAsync(void** pointer, std::size_t bytes, void* handle) {
  Stream* const stream = stream_of(handle);
  if (!stream || !pointer) return remember(stream ? CudaError::kInvalidValue : CudaError::kInvalidResourceHandle);
  if (!stream->captured) return cudaMalloc(pointer, bytes);
  const CudaError error = reserve_graph_memory(bytes, *pointer);
  if (error != CudaError::kSuccess) return remember(error);
  void* const own = *pointer;
  const auto work = [own] { return use_graph_memory(own); };
  const CudaError added = submit(handle, work, GraphNode::Kind::kAllocate);
  stream->last.front()->memory = own;
  return remember(added);
}
UNIBANK_EXPORTED CudaError cudaFreeAsync(void* pointer, void* handle) {
  const Stream* const stream = stream_of(handle);
  if (!stream) return remember(CudaError::kInvalidResourceHandle);
  if (!stream->captured) return cudaFree(pointer);
  if (!is_graph_memory(pointer)) return remember(CudaError::kInvalidValue);
  return remember(submit(handle, [pointer] { return free_graph_memory(pointer); }, GraphNode::Kind::kFree));
}
