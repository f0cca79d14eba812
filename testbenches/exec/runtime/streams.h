// Streams: what is asked of one is done at once, in the order of the calls, unless the stream is being captured into a
// graph.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "exec/runtime/cuda_types.h"

namespace unibank::exec {

using Work = std::function<CudaError()>;

struct GraphNode {
  enum class Kind : int {  // cudaGraphNodeType
    kKernel = 0, kMemcpy = 1, kMemset = 2, kHost = 3, kGraph = 4, kEmpty = 5, kWait = 6, kRecord = 7, kAllocate = 10,
    kFree = 11
  };
  Kind kind = Kind::kEmpty;
  Work work;
  std::vector<GraphNode*> after;  // what must be done before
  void* event = nullptr;          // of kWait and kRecord
  void* memory = nullptr;         // of kAllocate
};

struct Graph {
  std::vector<std::shared_ptr<GraphNode>> nodes;
  bool frees_first = false;       // a launch begins by freeing what an earlier one has allocated and nothing has freed
  GraphNode* add(GraphNode::Kind kind, Work work, std::vector<GraphNode*> after = {});
  // Every node behind those that it waits for, the earlier made first; kInvalidValue when they wait for each other.
  CudaError run() const;
};

struct Stream {
  int priority = 0;
  unsigned flags = 0;
  Graph* captured = nullptr;   // into which it is captured; null: it is not
  bool leads = false;          // the capture has begun with it
  std::vector<GraphNode*> last;  // of the capture
};

// The stream of a handle; handles 0, 1 and 2 are those of CUDA's default streams. Null: there is none.
Stream* stream_of(void* handle);
// Does the work now, or remembers it in the graph that the stream is captured into.
CudaError submit(void* stream, Work work, GraphNode::Kind kind);
// The event has the model's time of now.
CudaError record_now(void* event);

}  // namespace unibank::exec
