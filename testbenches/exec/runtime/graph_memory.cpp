#include "exec/runtime/graph_memory.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "exec/runtime/connection.h"
#include "exec/runtime/memory.h"

namespace unibank::exec {
namespace {

struct Memory {
  std::uint64_t bytes = 0;
  unsigned long long number = 0;  // after a reset, later memory may have the same address
  bool used = false;
  bool has_node = true;
};
using Memories = std::map<const void*, Memory>;
struct Known {
  std::mutex mutex;
  Memories memories;
  unsigned long long last_number = 0;
  std::uint64_t used = 0, most_used = 0, reserved = 0, most_reserved = 0;  // bytes
};
Known& known() {
  static Known& one = *new Known;
  return one;
}

// Releases memory that nothing uses and that no node can use again. Called with the lock.
CudaError release_left(Memories::iterator one) {
  if (one->second.used || one->second.has_node) return CudaError::kSuccess;
  void* const pointer = const_cast<void*>(one->first);
  known().reserved -= one->second.bytes;
  known().memories.erase(one);
  return release(pointer);
}

CudaError change(const void* pointer, bool used) {
  const std::lock_guard<std::mutex> lock(known().mutex);
  const auto found = known().memories.find(pointer);
  if (found == known().memories.end() || found->second.used == used) return CudaError::kInvalidValue;
  found->second.used = used;
  known().used += used ? found->second.bytes : -found->second.bytes;
  known().most_used = std::max(known().most_used, known().used);
  return release_left(found);
}

void lose_last_node(const void* pointer, unsigned long long number) {
  const std::lock_guard<std::mutex> lock(known().mutex);
  const auto found = known().memories.find(pointer);
  if (found == known().memories.end() || found->second.number != number) return;
  found->second.has_node = false;
  release_left(found);  // after an error of the device, nothing is released
}

// cudaGraphMemAttributeType: 0 used, 1 the most of it, 2 reserved, 3 the most of it.
std::uint64_t* attribute(int which) {
  std::uint64_t* const all[] = {&known().used, &known().most_used, &known().reserved, &known().most_reserved};
  return which >= 0 && which < 4 ? all[which] : nullptr;
}

// cudaMemAllocNodeParams: the pool's properties (88 bytes), the list of accesses and its length, size and address.
struct AllocationParameters {
  char pool[88];
  const void* accesses;
  std::size_t access_count, bytes;
  void* pointer;
};

}  // namespace

CudaError reserve_graph_memory(std::size_t bytes, std::shared_ptr<void>& memory) {
  if (bytes == 0) return CudaError::kInvalidValue;
  void* pointer = nullptr;
  const CudaError error = allocate(bytes, "memory of a graph", pointer);
  if (error != CudaError::kSuccess) return error;
  const std::lock_guard<std::mutex> lock(known().mutex);
  const auto number = ++known().last_number;
  known().memories[pointer] = {bytes, number};
  known().reserved += bytes;
  known().most_reserved = std::max(known().most_reserved, known().reserved);
  memory = std::shared_ptr<void>(pointer, [number](void* own) { lose_last_node(own, number); });
  return error;
}

CudaError use_graph_memory(void* pointer) { return change(pointer, true); }
CudaError free_graph_memory(void* pointer) { return change(pointer, false); }
void forget_graph_memory() {
  const std::lock_guard<std::mutex> lock(known().mutex);
  known().memories.clear();
  known().used = known().most_used = known().reserved = known().most_reserved = 0;
}
bool is_graph_memory(const void* pointer) {
  const std::lock_guard<std::mutex> lock(known().mutex);
  return known().memories.count(pointer) != 0;
}

}  // namespace unibank::exec

using namespace unibank::exec;

extern "C" CudaError cudaMalloc(void** pointer, std::size_t bytes);
extern "C" CudaError cudaFree(void* pointer);

UNIBANK_EXPORTED CudaError cudaGraphAddMemAllocNode(GraphNode** node, Graph* graph, GraphNode* const* after,
                                                    std::size_t count, AllocationParameters* parameters) {
  if (!parameters) return remember(CudaError::kInvalidValue);
  std::shared_ptr<void> memory;
  const CudaError error = reserve_graph_memory(parameters->bytes, memory);
  if (error != CudaError::kSuccess) return remember(error);
  void* const pointer = parameters->pointer = memory.get();
  const auto work = [pointer] { return use_graph_memory(pointer); };
  const CudaError added = add_node(node, graph, after, count, GraphNode::Kind::kAllocate, work);
  if (added == CudaError::kSuccess) (*node)->memory = memory;
  return remember(added);
}
UNIBANK_EXPORTED CudaError cudaGraphAddMemFreeNode(GraphNode** node, Graph* graph, GraphNode* const* after,
                                                   std::size_t count, void* pointer) {
  if (!is_graph_memory(pointer)) return remember(CudaError::kInvalidValue);
  const auto work = [pointer] { return free_graph_memory(pointer); };
  return remember(add_node(node, graph, after, count, GraphNode::Kind::kFree, work));
}

UNIBANK_EXPORTED CudaError cudaDeviceGetGraphMemAttribute(int, int which, std::uint64_t* value) {
  const std::lock_guard<std::mutex> lock(known().mutex);
  const std::uint64_t* const found = attribute(which);
  if (!found || !value) return remember(CudaError::kInvalidValue);
  *value = *found;
  return CudaError::kSuccess;
}
// Only the maxima can be set, and only to 0, which restarts them.
UNIBANK_EXPORTED CudaError cudaDeviceSetGraphMemAttribute(int, int which, const std::uint64_t* value) {
  const std::lock_guard<std::mutex> lock(known().mutex);
  std::uint64_t* const found = attribute(which);
  if (!found || which % 2 == 0 || !value || *value != 0) return remember(CudaError::kInvalidValue);
  *found = *attribute(which - 1);
  return CudaError::kSuccess;
}
// Memory of graphs stays reserved while a node may use it.
UNIBANK_EXPORTED CudaError cudaDeviceGraphMemTrim(int) { return remember(Connection::get().ready()); }

UNIBANK_EXPORTED CudaError cudaMallocAsync(void** pointer, std::size_t bytes, void* handle) {
  Stream* const stream = stream_of(handle);
  if (!stream || !pointer) return remember(stream ? CudaError::kInvalidValue : CudaError::kInvalidResourceHandle);
  if (!stream->captured) {
    const CudaError error = cudaMalloc(pointer, bytes);
    if (error == CudaError::kSuccess) keep_at_reset(*pointer);
    return error;
  }
  std::shared_ptr<void> memory;
  const CudaError error = reserve_graph_memory(bytes, memory);
  if (error != CudaError::kSuccess) return remember(error);
  void* const own = *pointer = memory.get();
  const auto work = [own] { return use_graph_memory(own); };
  GraphNode* added = nullptr;
  const CudaError submitted = submit(handle, work, GraphNode::Kind::kAllocate, &added);
  if (added) added->memory = memory;
  return remember(submitted);
}
UNIBANK_EXPORTED CudaError cudaFreeAsync(void* pointer, void* handle) {
  const Stream* const stream = stream_of(handle);
  if (!stream) return remember(CudaError::kInvalidResourceHandle);
  if (!stream->captured) return cudaFree(pointer);
  if (!is_graph_memory(pointer)) return remember(CudaError::kInvalidValue);
  return remember(submit(handle, [pointer] { return free_graph_memory(pointer); }, GraphNode::Kind::kFree));
}
