// Graphs that do not share what they do: two executable graphs of one graph, a copy, a node that was destroyed, an
// update, a capture on the per-thread default stream, events of captures, captures that are not joined or not ended,
// updates of graphs in graphs, and updates that are refused.
#include <malloc.h>

#include "exec/programs/expect.h"
#include "exec/programs/runtime.h"
#include "exec/programs/values.h"

extern "C" {
int cudaGraphCreate(void** graph, unsigned flags);
int cudaGraphDestroy(void* graph);
int cudaGraphAddChildGraphNode(void** node, void* graph, void* const* after, std::size_t count, void* child);
int cudaGraphAddEmptyNode(void** node, void* graph, void* const* after, std::size_t count);
int cudaGraphClone(void** clone, void* graph);
int cudaGraphAddMemsetNode(void** node, void* graph, void* const* after, std::size_t count, const void* parameters);
int cudaGraphMemsetNodeSetParams(void* node, const void* parameters);
int cudaGraphExecMemsetNodeSetParams(void* executable, void* node, const void* parameters);
int cudaGraphExecUpdate(void* executable, void* graph, void* result);
int cudaGraphGetNodes(void* graph, void** nodes, std::size_t* count);
int cudaGraphDestroyNode(void* node);
int cudaGraphAddDependencies(void* graph, void* const* from, void* const* to, const void* edges, std::size_t count);
int cudaGraphExecDestroy(void* executable);
int cudaMemsetAsync(void* pointer, int value, std::size_t bytes, Stream stream);
int cudaEventDestroy(Event event);
int cudaEventQuery(Event event);
int cudaEventRecordWithFlags(Event event, Stream stream, unsigned flags);
}

namespace {

struct FillParameters {
  void* to;
  std::size_t pitch;
  unsigned value, element_bytes;
  std::size_t count, rows;
};

int* values = nullptr;

FillParameters fill_with(unsigned value, std::size_t place = 0) {
  return {values + place, 0, value, 4, 1, 1};
}
int launched(void* executable) {
  CHECKED(cudaGraphLaunch(executable, nullptr));
  return value_at(values);
}

void parameters() {
  void *graph = nullptr, *clone = nullptr, *node = nullptr, *first = nullptr, *second = nullptr, *third = nullptr;
  FillParameters fill = fill_with(1);
  CHECKED(cudaGraphCreate(&graph, 0));
  CHECKED(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &fill));
  CHECKED(cudaGraphClone(&clone, graph));
  CHECKED(cudaGraphInstantiate(&first, graph, 0));
  CHECKED(cudaGraphInstantiate(&second, graph, 0));
  fill = fill_with(2);
  CHECKED(cudaGraphExecMemsetNodeSetParams(second, node, &fill));
  fill = fill_with(3);
  CHECKED(cudaGraphMemsetNodeSetParams(node, &fill));
  CHECKED(cudaGraphInstantiate(&third, graph, 0));
  expect(launched(first) == 1, "an executable graph as it was made");
  expect(launched(second) == 2, "an executable graph with its own parameters");
  expect(launched(third) == 3, "an executable graph of the changed graph");
  CHECKED(cudaGraphInstantiate(&third, clone, 0));
  expect(launched(third) == 1, "a copy of the graph as it was");
  CHECKED(cudaGraphExecUpdate(first, graph, nullptr));
  expect(launched(first) == 3, "an update");
  fill = fill_with(4);
  CHECKED(cudaGraphExecMemsetNodeSetParams(first, node, &fill));
  expect(launched(first) == 4, "new parameters after an update");
}

void destroyed() {
  void *graph = nullptr, *one = nullptr, *other = nullptr, *executable = nullptr;
  CHECKED(cudaGraphCreate(&graph, 0));
  const FillParameters first = fill_with(5, 1), second = fill_with(6, 2);
  CHECKED(cudaGraphAddMemsetNode(&one, graph, nullptr, 0, &first));
  CHECKED(cudaGraphAddMemsetNode(&other, graph, &one, 1, &second));
  CHECKED(cudaGraphDestroyNode(one));
  std::size_t count = 0;
  CHECKED(cudaGraphGetNodes(graph, nullptr, &count));
  expect(count == 1, "the nodes that are left");
  CHECKED(cudaMemset(values, 0, 64));
  CHECKED(cudaGraphInstantiate(&executable, graph, 0));
  CHECKED(cudaGraphLaunch(executable, nullptr));
  expect(value_at(values + 1) == 0 && value_at(values + 2) == 6, "a graph without the destroyed node");
}

void captures() {
  const Stream per_thread = reinterpret_cast<Stream>(2);
  void *graph = nullptr, *executable = nullptr;
  Event inside = nullptr, begin = nullptr, end = nullptr;
  for (Event* const event : {&inside, &begin, &end}) CHECKED(cudaEventCreate(event));
  CHECKED(cudaStreamBeginCapture(per_thread, 0));
  CHECKED(cudaEventRecordWithFlags(begin, per_thread, 1));
  CHECKED(cudaMemsetAsync(values, 1, 4, per_thread));
  CHECKED(cudaEventRecord(inside, per_thread));
  CHECKED(cudaEventRecordWithFlags(end, per_thread, 1));
  CHECKED(cudaStreamEndCapture(per_thread, &graph));
  CHECKED(cudaMemsetAsync(values, 2, 4, per_thread));
  expect(value_at(values) == 0x02020202, "work after a capture");
  CHECKED(cudaGraphInstantiate(&executable, graph, 0));
  expect(launched(executable) == 0x01010101, "the graph of a capture");
  float milliseconds = -1;
  CHECKED(cudaEventElapsedTime(&milliseconds, begin, end));
  expect(milliseconds == 0, "the time of a graph that only fills memory");
  std::printf("waits: %s\n", cudaGetErrorName(cudaStreamWaitEvent(per_thread, inside, 0)));
  std::printf("asks: %s\n", cudaGetErrorName(cudaEventQuery(inside)));
  CHECKED(cudaMemsetAsync(values, 3, 4, per_thread));
  expect(value_at(values) == 0x03030303, "work after an event of an ended capture");
  CHECKED(cudaEventRecord(inside, per_thread));
  CHECKED(cudaEventQuery(inside));
}

struct TwoStreams {
  TwoStreams() {
    CHECKED(cudaStreamCreate(&first));
    CHECKED(cudaStreamCreate(&second));
    CHECKED(cudaEventCreate(&event));
  }
  Stream first = nullptr, second = nullptr;
  Event event = nullptr;
};

// A stream that waits for a captured event joins the capture, and its work must end before that of the first stream.
void joins() {
  const auto [first, second, forked] = TwoStreams();
  void* graph = values;
  CHECKED(cudaStreamBeginCapture(first, 0));
  CHECKED(cudaEventRecord(forked, first));
  CHECKED(cudaStreamWaitEvent(second, forked, 0));
  CHECKED(cudaMemsetAsync(values, 7, 4, second));
  std::printf("not joined: %s\n", cudaGetErrorName(cudaStreamEndCapture(first, &graph)));
  expect(graph == nullptr, "no graph");
  CHECKED(cudaMemsetAsync(values, 8, 4, second));
  expect(value_at(values) == 0x08080808, "a stream after a capture that failed");
  std::printf("default stream: %s\n", cudaGetErrorName(cudaStreamBeginCapture(reinterpret_cast<Stream>(1), 0)));
}

// A later capture may have its graph where that of an earlier capture was.
void earlier_event() {
  const auto [first, second, event] = TwoStreams();
  void* graph = nullptr;
  CHECKED(cudaStreamBeginCapture(first, 0));
  CHECKED(cudaMemsetAsync(values, 7, 4, first));
  CHECKED(cudaEventRecord(event, first));
  CHECKED(cudaStreamEndCapture(first, &graph));
  CHECKED(cudaGraphDestroy(graph));
  CHECKED(cudaStreamBeginCapture(first, 0));
  std::printf("waits in a later capture: %s\n", cudaGetErrorName(cudaStreamWaitEvent(second, event, 0)));
  CHECKED(cudaStreamEndCapture(first, &graph));
}

// Leaves a capture of two streams, ended without a graph, or with its first stream.
void leave_capture(bool ends) {
  const auto [first, second, forked] = TwoStreams();
  void* graph = nullptr;
  CHECKED(cudaMemset(values, 0, 4));
  CHECKED(cudaStreamBeginCapture(first, 0));
  for (int i = 0; i < 20; ++i) CHECKED(cudaMemsetAsync(values, 7, 4, first));
  CHECKED(cudaEventRecord(forked, first));
  CHECKED(cudaStreamWaitEvent(second, forked, 0));
  CHECKED(cudaMemsetAsync(values, 7, 4, second));
  if (ends) expect(cudaStreamEndCapture(first, &graph) != 0, "a capture that is not joined");
  CHECKED(cudaStreamDestroy(first));
  CHECKED(cudaMemsetAsync(values, 9, 4, second));
  expect(value_at(values) == 0x09090909, "a stream whose capture is gone");
  CHECKED(cudaStreamDestroy(second));
  CHECKED(cudaEventDestroy(forked));
}

void captures_that_are_left() {
  constexpr int kRounds = 50;
  constexpr std::size_t kGraph = 1000;  // bytes, at least
  for (const bool ends : {true, false}) {
    leave_capture(ends);
    const std::size_t before = ::mallinfo2().uordblks;
    for (int i = 0; i < kRounds; ++i) leave_capture(ends);
    expect(::mallinfo2().uordblks < before + kRounds * kGraph, "the graph of a capture that is left is freed");
  }
}

// A capture keeps an executable graph as it was.
void captured_launch() {
  void *inner = nullptr, *node = nullptr, *executable = nullptr, *outer = nullptr, *both = nullptr;
  Stream stream = nullptr;
  FillParameters fill = fill_with(5);
  CHECKED(cudaGraphCreate(&inner, 0));
  CHECKED(cudaGraphAddMemsetNode(&node, inner, nullptr, 0, &fill));
  CHECKED(cudaGraphInstantiate(&executable, inner, 0));
  CHECKED(cudaStreamCreate(&stream));
  CHECKED(cudaStreamBeginCapture(stream, 0));
  CHECKED(cudaGraphLaunch(executable, stream));
  CHECKED(cudaStreamEndCapture(stream, &outer));
  fill = fill_with(6);
  CHECKED(cudaGraphExecMemsetNodeSetParams(executable, node, &fill));
  CHECKED(cudaGraphExecDestroy(executable));
  CHECKED(cudaGraphInstantiate(&both, outer, 0));
  expect(launched(both) == 5, "a graph in a captured graph");
}

struct Information {  // cudaGraphExecUpdateResultInfo
  int result = -1;
  void *node = &values, *from = &values;
  bool is(int asked, const void* differs, const void* before = nullptr) const {
    return result == asked && node == differs && from == before;
  }
};

// Three nodes that do nothing, with the given edges.
struct Three {
  struct Edge {
    int from, to;
  };
  explicit Three(std::initializer_list<Edge> edges) {
    CHECKED(cudaGraphCreate(&graph, 0));
    for (void*& node : nodes) CHECKED(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
    for (const Edge& edge : edges)
      CHECKED(cudaGraphAddDependencies(graph, &nodes[edge.from], &nodes[edge.to], nullptr, 1));
  }
  void* graph = nullptr;
  void* nodes[3] = {};
};

Information update(const Three& from, void* to) {
  void* executable = nullptr;
  Information information;
  CHECKED(cudaGraphInstantiate(&executable, from.graph, 0));
  const int error = cudaGraphExecUpdate(executable, to, &information);
  expect((error == 0) == (information.result == 0), "the error and the result of an update");
  return information;
}

// What an update says about the first difference.
void differences() {
  constexpr int kInvalidValue = 1, kError = 1, kTopology = 2, kKind = 3;
  const Three chain({{0, 1}, {1, 2}}), fork({{0, 1}, {0, 2}}), late({{0, 2}}), later({{1, 2}});
  expect(update(chain, chain.graph).is(0, nullptr), "no difference");
  expect(update(chain, nullptr).is(kError, nullptr), "no graph");
  Information information;
  const int error = cudaGraphExecUpdate(nullptr, chain.graph, &information);
  expect(error == kInvalidValue && information.is(kError, nullptr), "no executable graph");
  expect(cudaGraphExecUpdate(nullptr, chain.graph, nullptr) == kInvalidValue, "no place for a result");
  expect(update(chain, fork.graph).is(kTopology, fork.nodes[1]), "more nodes at the end");
  expect(update(late, chain.graph).is(kTopology, chain.nodes[1]), "more edges to a node");
  expect(update(late, later.graph).is(kTopology, later.nodes[2], later.nodes[1]), "an edge from another node");
  Three other({});
  FillParameters fill = fill_with(1);
  void* node = nullptr;
  CHECKED(cudaGraphDestroyNode(other.nodes[2]));
  CHECKED(cudaGraphAddMemsetNode(&node, other.graph, nullptr, 0, &fill));
  expect(update(Three({}), other.graph).is(kKind, node), "a node of another type");
}

// A graph of one node, which is a graph.
struct Parent {
  explicit Parent(void* child) {
    CHECKED(cudaGraphCreate(&graph, 0));
    CHECKED(cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, child));
  }
  void *graph = nullptr, *node = nullptr;
};

void* graph_that_fills(unsigned value) {
  void *graph = nullptr, *node = nullptr;
  const FillParameters fill = fill_with(value);
  CHECKED(cudaGraphCreate(&graph, 0));
  CHECKED(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &fill));
  return graph;
}

// What a capture of a launch makes of a graph.
void* captured_in(void* graph) {
  void *executable = nullptr, *outer = nullptr;
  Stream stream = nullptr;
  CHECKED(cudaStreamCreate(&stream));
  CHECKED(cudaGraphInstantiate(&executable, graph, 0));
  CHECKED(cudaStreamBeginCapture(stream, 0));
  CHECKED(cudaGraphLaunch(executable, stream));
  CHECKED(cudaStreamEndCapture(stream, &outer));
  return outer;
}

// An update of graphs in graphs.
void children() {
  constexpr int kTopology = 2, kKind = 3;
  void *executable = nullptr, *two = graph_that_fills(1), *node = nullptr, *empty = nullptr;
  CHECKED(cudaGraphAddEmptyNode(&node, two, nullptr, 0));
  CHECKED(cudaGraphCreate(&empty, 0));
  CHECKED(cudaGraphAddEmptyNode(&node, empty, nullptr, 0));
  const Parent one(graph_that_fills(1)), other(graph_that_fills(2)), larger(two), of_kind(empty);
  Information information;
  CHECKED(cudaGraphInstantiate(&executable, one.graph, 0));
  CHECKED(cudaGraphExecUpdate(executable, other.graph, &information));
  expect(information.is(0, nullptr) && launched(executable) == 2, "another parameter in a graph of a graph");
  expect(cudaGraphExecUpdate(executable, larger.graph, &information) != 0, "more nodes in a graph of a graph");
  expect(information.is(kTopology, larger.node), "where there are more nodes");
  expect(cudaGraphExecUpdate(executable, of_kind.graph, &information) != 0, "another type in a graph of a graph");
  expect(information.is(kKind, of_kind.node), "where there is another type");
  CHECKED(cudaGraphInstantiate(&executable, Parent(one.graph).graph, 0));
  const Parent deep(of_kind.graph);
  expect(cudaGraphExecUpdate(executable, deep.graph, &information) != 0, "another type two graphs deeper");
  expect(information.is(kKind, deep.node) && launched(executable) == 1, "the graph as before");
  CHECKED(cudaGraphInstantiate(&executable, captured_in(one.graph), 0));
  CHECKED(cudaGraphExecUpdate(executable, captured_in(other.graph), nullptr));
  expect(launched(executable) == 2, "an update of a captured launch");
  expect(cudaGraphExecUpdate(executable, captured_in(of_kind.graph), nullptr) != 0, "another captured launch");
}

// An update needs a graph of the same form.
void other_forms() {
  void *graph = nullptr, *larger = nullptr, *node = nullptr, *executable = nullptr, *foreign = nullptr;
  FillParameters fill = fill_with(1);
  CHECKED(cudaGraphCreate(&graph, 0));
  CHECKED(cudaGraphAddMemsetNode(&foreign, graph, nullptr, 0, &fill));
  CHECKED(cudaGraphInstantiate(&executable, graph, 0));
  CHECKED(cudaGraphCreate(&larger, 0));
  fill = fill_with(2);
  CHECKED(cudaGraphAddMemsetNode(&node, larger, nullptr, 0, &fill));
  CHECKED(cudaGraphAddMemsetNode(&node, larger, &node, 1, &fill));
  Information information;
  std::printf("another form: %s\n", cudaGetErrorName(cudaGraphExecUpdate(executable, larger, &information)));
  expect(information.is(2, nullptr) && launched(executable) == 1, "the graph as before");
  std::size_t count = 2;
  void* both[2] = {};
  CHECKED(cudaGraphGetNodes(larger, both, &count));
  CHECKED(cudaGraphAddDependencies(larger, &both[1], &both[0], nullptr, 1));
  std::printf("a cycle: %s\n", cudaGetErrorName(cudaGraphInstantiate(&node, larger, 0)));
  fill.element_bytes = 3;
  std::printf("elements of 3 bytes: %s\n",
              cudaGetErrorName(cudaGraphAddMemsetNode(&node, larger, nullptr, 0, &fill)));
  fill.element_bytes = 4;
  std::printf("a node of another graph: %s\n",
              cudaGetErrorName(cudaGraphAddMemsetNode(&node, larger, &foreign, 1, &fill)));
}

}  // namespace

int main() {
  CHECKED(cudaMalloc(reinterpret_cast<void**>(&values), 64));
  parameters();
  destroyed();
  captures();
  joins();
  earlier_event();
  captures_that_are_left();
  captured_launch();
  differences();
  children();
  other_forms();
  std::printf("PASSED\n");
}
