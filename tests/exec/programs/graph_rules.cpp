// What CUDA's rules say of graphs and captures: graph_rules PART.
#include <cstdint>
#include <cstring>
#include <thread>

#include "exec/programs/expect.h"
#include "exec/programs/runtime.h"
#include "exec/programs/values.h"

extern "C" {
int cudaGraphCreate(void** graph, unsigned flags);
int cudaGraphAddEventRecordNode(void** node, void* graph, void* const* after, std::size_t count, Event event);
int cudaGraphAddEventWaitNode(void** node, void* graph, void* const* after, std::size_t count, Event event);
int cudaGraphEventRecordNodeSetEvent(void* node, Event event);
int cudaGraphEventWaitNodeSetEvent(void* node, Event event);
int cudaGraphExecEventRecordNodeSetEvent(void* executable, void* node, Event event);
int cudaGraphExecEventWaitNodeSetEvent(void* executable, void* node, Event event);
int cudaGraphEventRecordNodeGetEvent(void* node, Event* event);
int cudaEventDestroy(Event event);
int cudaGraphDestroy(void* graph);
int cudaGraphExecDestroy(void* executable);
int cudaGraphAddMemAllocNode(void** node, void* graph, void* const* after, std::size_t count, void* parameters);
int cudaGraphAddMemFreeNode(void** node, void* graph, void* const* after, std::size_t count, void* pointer);
int cudaDeviceGetGraphMemAttribute(int device, int attribute, void* value);
int cudaMemGetInfo(std::size_t* free, std::size_t* total);
int cudaMallocAsync(void** pointer, std::size_t bytes, Stream stream);
int cudaMemsetAsync(void* pointer, int value, std::size_t bytes, Stream stream);
int cudaDeviceReset();
int cudaStreamQuery(Stream stream);
int cudaEventQuery(Event event);
int cudaStreamIsCapturing(Stream stream, int* status);
int cudaStreamGetCaptureInfo(Stream stream, int* status, unsigned long long* number, void** graph, void* const** after,
                             const void** edges, std::size_t* count);
}

namespace {

constexpr int kInvalidValue = 1, kInvalidHandle = 400, kUnsupported = 900, kInvalidated = 901, kMerge = 902,
              kUnjoined = 904, kIsolation = 905, kCapturedEvent = 907;

Event new_event() {
  Event event = nullptr;
  CHECKED(cudaEventCreate(&event));
  return event;
}

Stream new_stream() {
  Stream stream = nullptr;
  CHECKED(cudaStreamCreate(&stream));
  return stream;
}

struct EventGraph {
  explicit EventGraph(Event event) {
    CHECKED(cudaGraphCreate(&graph, 0));
    CHECKED(cudaGraphAddEventRecordNode(&record, graph, nullptr, 0, event));
    CHECKED(cudaGraphAddEventWaitNode(&wait, graph, &record, 1, event));
    CHECKED(cudaGraphInstantiate(&executable, graph, 0));
  }
  void *graph = nullptr, *record = nullptr, *wait = nullptr, *executable = nullptr;
};

void no_events_are_refused() {
  const Event event = new_event(), destroyed = new_event();
  CHECKED(cudaEventDestroy(destroyed));
  int number = 0;
  const EventGraph of(event);
  for (const Event none : {destroyed, reinterpret_cast<Event>(&number)}) {
    void* node = nullptr;
    expect(cudaGraphAddEventRecordNode(&node, of.graph, nullptr, 0, none) == kInvalidHandle, "a node that records");
    expect(cudaGraphAddEventWaitNode(&node, of.graph, nullptr, 0, none) == kInvalidHandle, "a node that waits");
    expect(cudaGraphEventRecordNodeSetEvent(of.record, none) == kInvalidHandle, "records another");
    expect(cudaGraphEventWaitNodeSetEvent(of.wait, none) == kInvalidHandle, "waits for another");
    const int records = cudaGraphExecEventRecordNodeSetEvent(of.executable, of.record, none);
    const int waits = cudaGraphExecEventWaitNodeSetEvent(of.executable, of.wait, none);
    expect(records == kInvalidHandle && waits == kInvalidHandle, "nodes of an executable graph");
  }
  Event still = nullptr;
  CHECKED(cudaGraphEventRecordNodeGetEvent(of.record, &still));
  expect(still == event, "the node's event as before");
  CHECKED(cudaGraphLaunch(of.executable, nullptr));
}

// A graph that only waits for a destroyed event does not start either.
void waits_for_destroyed_event() {
  void *graph = nullptr, *wait = nullptr, *executable = nullptr;
  const Event event = new_event();
  CHECKED(cudaGraphCreate(&graph, 0));
  CHECKED(cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, event));
  CHECKED(cudaGraphInstantiate(&executable, graph, 0));
  CHECKED(cudaGraphLaunch(executable, nullptr));
  CHECKED(cudaEventDestroy(event));
  expect(cudaGraphLaunch(executable, nullptr) == kInvalidHandle, "waits for a destroyed event");
}

// A later event may have the handle of one that was destroyed.
void launches_after_destroyed_events() {
  constexpr int kEvents = 64;
  Event events[kEvents], later[kEvents];
  void* executables[kEvents];
  for (Event& event : events) event = new_event();
  for (int i = 0; i < kEvents; ++i) executables[i] = EventGraph(events[i]).executable;
  for (const Event event : events) CHECKED(cudaEventDestroy(event));
  for (Event& event : later) event = new_event();
  for (void* const executable : executables)
    expect(cudaGraphLaunch(executable, nullptr) == kInvalidHandle, "a launch after its event was destroyed");
  float time = 0;
  for (const Event event : later)
    expect(cudaEventElapsedTime(&time, event, event) == kInvalidHandle, "a later event, which nothing records");
}

void events() {
  no_events_are_refused();
  waits_for_destroyed_event();
  launches_after_destroyed_events();
}

constexpr std::size_t kBytes = std::size_t{1} << 20;

std::size_t free_bytes() {
  std::size_t free = 0, total = 0;
  CHECKED(cudaMemGetInfo(&free, &total));
  return free;
}

// A graph that allocates memory and, if asked to, frees it.
struct AllocatingGraph {
  explicit AllocatingGraph(bool frees) {
    CHECKED(cudaGraphCreate(&graph, 0));
    CHECKED(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &memory));
    void* free = nullptr;
    if (frees) CHECKED(cudaGraphAddMemFreeNode(&free, graph, &node, 1, memory.pointer));
    CHECKED(cudaGraphInstantiate(&executable, graph, 0));
  }
  struct {
    char pool[88] = {};
    const void* accesses = nullptr;
    std::size_t access_count = 0, bytes = kBytes;
    void* pointer = nullptr;
  } memory;
  void *graph = nullptr, *node = nullptr, *executable = nullptr;
};

// The last of a graph and its executable graph that is destroyed releases what the graph allocates.
void memory_of_destroyed_graphs(std::size_t before) {
  std::uint64_t reserved = 1;
  const AllocatingGraph of(true);
  CHECKED(cudaGraphDestroy(of.graph));
  CHECKED(cudaGraphLaunch(of.executable, nullptr));
  CHECKED(cudaGraphLaunch(of.executable, nullptr));
  expect(free_bytes() < before, "an executable graph keeps the memory");
  CHECKED(cudaGraphExecDestroy(of.executable));
  CHECKED(cudaDeviceGetGraphMemAttribute(0, 2, &reserved));
  expect(free_bytes() == before && reserved == 0, "memory of destroyed graphs is released");
  AllocatingGraph wrong(true);
  expect(cudaGraphAddMemAllocNode(nullptr, wrong.graph, nullptr, 0, &wrong.memory) != 0, "no place for a node");
  CHECKED(cudaGraphDestroy(wrong.graph));
  CHECKED(cudaGraphExecDestroy(wrong.executable));
  expect(free_bytes() == before, "memory of a node that is not made is released");
}

// Memory that a launch has left to the program is the program's, which frees it.
void memory_of_the_program(std::size_t before) {
  const AllocatingGraph of(false);
  CHECKED(cudaGraphLaunch(of.executable, nullptr));
  CHECKED(cudaGraphDestroy(of.graph));
  CHECKED(cudaGraphExecDestroy(of.executable));
  CHECKED(cudaMemset(of.memory.pointer, 1, kBytes));
  expect(value_at(of.memory.pointer) == 0x01010101, "memory that a graph has left");
  CHECKED(cudaFree(of.memory.pointer));
  expect(free_bytes() == before, "memory that a graph has left is freed");
  expect(cudaFree(of.memory.pointer) != 0, "memory that is freed twice");
}

// Captures that are not joined, and whose stream is destroyed.
void memory_of_left_captures(std::size_t before) {
  for (const bool ends : {true, false}) {
    const Stream streams[] = {new_stream(), new_stream()};
    const Event forked = new_event();
    void *memory = nullptr, *graph = nullptr;
    CHECKED(cudaStreamBeginCapture(streams[0], 0));
    CHECKED(cudaEventRecord(forked, streams[0]));
    CHECKED(cudaStreamWaitEvent(streams[1], forked, 0));
    CHECKED(cudaMallocAsync(&memory, kBytes, streams[1]));
    if (ends) expect(cudaStreamEndCapture(streams[0], &graph) != 0, "a capture that is not joined");
    for (const Stream stream : streams) CHECKED(cudaStreamDestroy(stream));
    expect(free_bytes() == before, "memory of a capture that is left is released");
  }
}

// After a reset an older graph may have had memory at the address of a later one's.
void memory_before_a_reset(std::size_t before) {
  const Stream stream = new_stream();
  void* memory = nullptr;
  const AllocatingGraph older(false);
  CHECKED(cudaGraphLaunch(older.executable, nullptr));
  CHECKED(cudaStreamBeginCapture(stream, 0));
  CHECKED(cudaMallocAsync(&memory, kBytes, stream));
  CHECKED(cudaDeviceReset());
  expect(free_bytes() == before, "a reset releases the memory of graphs");
  const AllocatingGraph later(false);
  const bool again = later.memory.pointer == older.memory.pointer || later.memory.pointer == memory;
  expect(again, "memory at an earlier address");
  CHECKED(cudaGraphDestroy(older.graph));
  CHECKED(cudaGraphExecDestroy(older.executable));
  CHECKED(cudaGraphLaunch(later.executable, nullptr));
  CHECKED(cudaMemset(later.memory.pointer, 2, kBytes));
  CHECKED(cudaFree(later.memory.pointer));
  CHECKED(cudaGraphDestroy(later.graph));
  CHECKED(cudaGraphExecDestroy(later.executable));
  expect(free_bytes() == before, "the memory of a later graph");
}

void memory() {
  const std::size_t before = free_bytes();
  memory_of_destroyed_graphs(before);
  memory_of_the_program(before);
  memory_of_left_captures(before);
  memory_before_a_reset(before);
}

void* value = nullptr;

// Work of another stream in a capture.
void work_beside(Stream first, Stream second, unsigned char byte) {
  const Event forked = new_event();
  CHECKED(cudaEventRecord(forked, first));
  CHECKED(cudaStreamWaitEvent(second, forked, 0));
  CHECKED(cudaMemsetAsync(value, byte, 4, second));
}

// The capture ends with this error and without a graph, and its stream can be used again.
void ends_with(int error, Stream first, const char* what) {
  void* graph = &value;
  int status = 1;
  expect(cudaStreamEndCapture(first, &graph) == error && graph == nullptr, what);
  CHECKED(cudaStreamIsCapturing(first, &status));
  expect(status == 0, "no capture");
  CHECKED(cudaMemset(value, 0, 4));
  CHECKED(cudaMemsetAsync(value, 5, 4, first));
  expect(value_at(value) == 0x05050505, "work after a capture");
}

// A stream of a capture is destroyed: its work must be before the end of the first stream's, as ever.
void destroyed_stream(bool recorded, bool joined) {
  const Stream first = new_stream(), second = new_stream();
  const Event done = new_event();
  CHECKED(cudaStreamBeginCapture(first, 0));
  work_beside(first, second, 7);
  if (recorded) CHECKED(cudaEventRecord(done, second));
  if (joined) CHECKED(cudaStreamWaitEvent(first, done, 0));
  CHECKED(cudaStreamDestroy(second));
  if (!recorded) return ends_with(kUnjoined, first, "the work of a destroyed stream is not joined");
  if (!joined) CHECKED(cudaStreamWaitEvent(first, done, 0));
  void *graph = nullptr, *executable = nullptr;
  CHECKED(cudaStreamEndCapture(first, &graph));
  CHECKED(cudaGraphInstantiate(&executable, graph, 0));
  CHECKED(cudaMemset(value, 0, 4));
  CHECKED(cudaGraphLaunch(executable, nullptr));
  expect(value_at(value) == 0x07070707, "the work of a destroyed stream");
}

void destroyed_streams() {
  CHECKED(cudaMalloc(&value, 4));
  destroyed_stream(false, false);
  destroyed_stream(true, true);
  destroyed_stream(true, false);
  const Stream first = new_stream(), without_work = new_stream();
  const Event forked = new_event();
  void* graph = nullptr;
  CHECKED(cudaStreamBeginCapture(first, 0));
  CHECKED(cudaEventRecord(forked, first));
  CHECKED(cudaStreamWaitEvent(without_work, forked, 0));
  CHECKED(cudaStreamDestroy(without_work));
  CHECKED(cudaStreamEndCapture(first, &graph));
  CHECKED(cudaStreamBeginCapture(first, 0));
  std::thread([first] { work_beside(first, reinterpret_cast<Stream>(2), 7); }).join();
  ends_with(kUnjoined, first, "the work of a thread that has ended is not joined");
}

// Nothing can be done in a capture that has broken a rule but to end it.
void expect_invalid(Stream stream) {
  const Event event = new_event();
  int status = 0, again = 0;
  CHECKED(cudaStreamIsCapturing(stream, &status));
  CHECKED(cudaStreamGetCaptureInfo(stream, &again, nullptr, nullptr, nullptr, nullptr, nullptr));
  expect(status == 2 && again == 2, "a capture that has broken a rule");
  expect(cudaMemsetAsync(value, 1, 4, stream) == kInvalidated, "work in a capture that has broken a rule");
  expect(cudaEventRecord(event, stream) == kInvalidated, "a record in a capture that has broken a rule");
  expect(cudaStreamWaitEvent(stream, event, 0) == kInvalidated, "a wait in a capture that has broken a rule");
  CHECKED(cudaStreamWaitEvent(nullptr, event, 0));
}

// A capture of two streams, of which the second waits for an event with this error.
void waits_in_vain(Event event, int error) {
  const Stream first = new_stream(), second = new_stream();
  const Event inside = new_event();
  CHECKED(cudaStreamBeginCapture(first, 0));
  CHECKED(cudaEventRecord(inside, first));
  work_beside(first, second, 7);
  expect(cudaStreamWaitEvent(second, event, 0) == error, "a wait for work outside of a capture");
  expect_invalid(first);
  expect_invalid(second);
  expect(cudaStreamWaitEvent(new_stream(), inside, 0) == kInvalidValue, "another stream joins");
  CHECKED(cudaStreamDestroy(second));
  ends_with(kInvalidated, first, "the end of a capture that has broken a rule");
}

// Two captures cannot become one.
void merge() {
  const Stream first = new_stream(), second = new_stream();
  const Event inside = new_event();
  CHECKED(cudaStreamBeginCapture(first, 0));
  CHECKED(cudaEventRecord(inside, first));
  CHECKED(cudaStreamBeginCapture(second, 0));
  expect(cudaStreamWaitEvent(second, inside, 0) == kMerge, "a wait for another capture");
  ends_with(kInvalidated, first, "the first of two captures");
  ends_with(kInvalidated, second, "the second of two captures");
}

// Work of a capture is not there to be waited for.
void questions() {
  for (int which = 0; which < 4; ++which) {
    const Stream stream = new_stream();
    const Event inside = new_event();
    CHECKED(cudaStreamBeginCapture(stream, 0));
    CHECKED(cudaEventRecord(inside, stream));
    if (which == 0) expect(cudaStreamQuery(stream) == kUnsupported, "a question about a captured stream");
    if (which == 1) expect(cudaStreamSynchronize(stream) == kUnsupported, "the program waits for a captured stream");
    if (which == 2) expect(cudaEventQuery(inside) == kCapturedEvent, "a question about a captured event");
    if (which == 3) expect(cudaEventSynchronize(inside) == kCapturedEvent, "the program waits for a captured event");
    expect_invalid(stream);
    ends_with(kInvalidated, stream, "the end of a capture that was to be waited for");
    expect(cudaEventQuery(inside) == kCapturedEvent, "an event of an ended capture");
  }
}

void isolation() {
  const Stream stream = new_stream();
  const Event before = new_event(), ended = new_event(), never = new_event();
  void* graph = nullptr;
  CHECKED(cudaMalloc(&value, 4));
  CHECKED(cudaEventRecord(before, stream));
  CHECKED(cudaStreamBeginCapture(stream, 0));
  expect(cudaStreamWaitEvent(stream, before, 0) == kIsolation, "a wait for the stream's own earlier work");
  ends_with(kInvalidated, stream, "the end of a capture of one stream");
  waits_in_vain(before, kIsolation);
  CHECKED(cudaStreamBeginCapture(stream, 0));
  CHECKED(cudaEventRecord(ended, stream));
  CHECKED(cudaStreamWaitEvent(stream, never, 0));
  CHECKED(cudaStreamWaitEvent(stream, before, 1));
  CHECKED(cudaStreamEndCapture(stream, &graph));
  waits_in_vain(ended, kCapturedEvent);
  merge();
  questions();
}

}  // namespace

int main(int count, char** arguments) {
  const struct {
    const char* name;
    void (*run)();
  } parts[] = {{"events", events}, {"memory", memory}, {"destroyed", destroyed_streams}, {"isolation", isolation}};
  for (const auto& part : parts)
    if (count == 2 && std::strcmp(arguments[1], part.name) == 0) {
      part.run();
      std::printf("PASSED\n");
      return 0;
    }
  return 2;
}
