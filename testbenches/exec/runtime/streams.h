// Streams: the work of a stream is done at once, in the order of the calls, unless the stream is being captured into a
// graph.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "exec/runtime/cuda_types.h"

namespace unibank::exec {

using Work = std::function<CudaError()>;

struct Graph;
struct GraphNode {
  enum class Kind : int {  // cudaGraphNodeType
    kKernel = 0, kMemcpy = 1, kMemset = 2, kHost = 3, kGraph = 4, kEmpty = 5, kWait = 6, kRecord = 7, kAllocate = 10,
    kFree = 11
  };
  Kind kind = Kind::kEmpty;
  Work work;
  std::vector<GraphNode*> after;  // nodes that must be done before
  void* event = nullptr;          // for kWait and kRecord
  std::shared_ptr<void> memory;   // for kAllocate (graph_memory.h)
  std::shared_ptr<const Graph> child;  // for kGraph
  Graph* graph = nullptr;         // the graph that contains it
  const GraphNode* origin = nullptr;  // the node of which it is a copy
};

struct Graph {
  Graph() = default;
  // The copy has nodes of its own, so later changes of the other graph's nodes do not change it.
  Graph(const Graph& other);
  Graph& operator=(const Graph&) = delete;
  std::vector<std::shared_ptr<GraphNode>> nodes;
  unsigned long long number = 0;  // of the capture that makes it
  bool invalid = false;           // the capture has broken a rule, so it can only be ended
  std::vector<const GraphNode*> left;  // the last nodes of streams that were destroyed in that capture
  bool frees_first = false;       // a launch first frees memory that an earlier launch has left allocated
  GraphNode* add(GraphNode::Kind kind, Work work, std::vector<GraphNode*> after = {});
  // Runs every node after the nodes that it depends on; otherwise nodes run in the order of their creation. Returns
  // kInvalidValue if the dependences form a cycle.
  CudaError run() const;
};

struct Stream {
  int priority = 0;
  unsigned flags = 0;
  Graph* captured = nullptr;   // the graph into which it is captured; null: it is not captured
  bool leads = false;          // the capture has begun with this stream
  std::vector<GraphNode*> last;  // the last nodes of the capture
  bool breaks_rules() const { return captured && captured->invalid; }
  // cudaStreamCaptureStatus: 0 it is not captured, 1 it is, 2 in a capture that has broken a rule.
  int capture_status() const { return breaks_rules() ? 2 : captured ? 1 : 0; }
};

constexpr std::uintptr_t kStreamPerThread = 2;  // CUDA's handle for the default stream of the calling thread

constexpr int kLowestPriority = 0, kHighestPriority = -5;

// The stream of a handle; handles 0 and 1 are those of CUDA's default stream. Null: the handle has no stream.
Stream* stream_of(void* handle);
// Does the work now, or adds it to the graph into which the stream is captured. `added`, if it is not null, gets the
// node of that graph; null: the work is done.
CudaError submit(void* stream, Work work, GraphNode::Kind kind, GraphNode** added = nullptr);
// Whether the handle is that of an event.
bool event_exists(void* event);
// What a node of a graph does that records an event (kRecord) or waits for it (kWait). Once the event is destroyed, it
// returns kInvalidResourceHandle.
Work event_work(GraphNode::Kind kind, void* event);
// Whether a launch can record the event: it has no times, and is not for other processes.
bool is_for_launches(void* event);

}  // namespace unibank::exec
