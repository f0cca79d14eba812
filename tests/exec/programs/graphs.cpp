// A graph built node by node: events before and after a kernel, a node that waits for an event, and new parameters for
// its nodes.
#include "exec/programs/expect.h"
#include "exec/programs/kernels.h"
#include "exec/programs/runtime.h"
#include "exec/programs/values.h"

#include <cstdint>

extern "C" {
int cudaGraphCreate(void** graph, unsigned flags);
int cudaGraphAddKernelNode(void** node, void* graph, void* const* after, std::size_t count, const void* parameters);
int cudaGraphAddMemcpyNode1D(void** node, void* graph, void* const* after, std::size_t count, void* to,
                             const void* from, std::size_t bytes, int kind);
int cudaGraphAddMemsetNode(void** node, void* graph, void* const* after, std::size_t count, const void* parameters);
int cudaGraphAddHostNode(void** node, void* graph, void* const* after, std::size_t count, const void* parameters);
int cudaGraphAddEventRecordNode(void** node, void* graph, void* const* after, std::size_t count, Event event);
int cudaGraphAddEventWaitNode(void** node, void* graph, void* const* after, std::size_t count, Event event);
int cudaGraphEventRecordNodeGetEvent(void* node, Event* event);
int cudaGraphExecEventRecordNodeSetEvent(void* executable, void* node, Event event);
int cudaGraphEventWaitNodeSetEvent(void* node, Event event);
int cudaGraphExecMemcpyNodeSetParams1D(void* executable, void* node, void* to, const void* from, std::size_t bytes,
                                       int kind);
int cudaGraphExecMemsetNodeSetParams(void* executable, void* node, const void* parameters);
int cudaGraphExecHostNodeSetParams(void* executable, void* node, const void* parameters);
int cudaGraphNodeGetType(void* node, int* type);
int cudaGraphAddMemAllocNode(void** node, void* graph, void* const* after, std::size_t count, void* parameters);
int cudaGraphAddMemFreeNode(void** node, void* graph, void* const* after, std::size_t count, void* pointer);
int cudaDeviceGetGraphMemAttribute(int device, int attribute, void* value);
int cudaDeviceSetGraphMemAttribute(int device, int attribute, void* value);
int cudaDeviceGraphMemTrim(int device);
int cudaMallocAsync(void** pointer, std::size_t bytes, Stream stream);
int cudaFreeAsync(void* pointer, Stream stream);
int cudaMemsetAsync(void* pointer, int value, std::size_t bytes, Stream stream);
}

namespace {

void scale_stub() {}
const void* const kStub = reinterpret_cast<const void*>(scale_stub);
Module module(kHead + kScale);
int offset;
int registered = (module.kernel(kStub, "scale").variable(&offset, "offset", 4).end(), 0);

struct FillParameters {
  void* to;
  std::size_t pitch;
  unsigned value, element_bytes;
  std::size_t count, rows;
};
struct HostParameters {
  void (*function)(void*);
  void* data;
};

void note(void* data) { ++*static_cast<int*>(data); }

struct AllocationParameters {
  char pool[88] = {};
  const void* accesses = nullptr;
  std::size_t access_count = 0, bytes = 0;
  void* pointer = nullptr;
};

// Memory that a graph allocates and something else frees: its next launch has to wait for that, unless it frees first.
void leave_memory() {
  void *graph = nullptr, *executable = nullptr, *allocate = nullptr, *fill = nullptr;
  AllocationParameters memory;
  memory.bytes = 64;
  CHECKED(cudaGraphCreate(&graph, 0));
  CHECKED(cudaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &memory));
  int type = 0;
  CHECKED(cudaGraphNodeGetType(allocate, &type));
  expect(type == 10, "the type of a node that allocates");
  const FillParameters nines{memory.pointer, 0, 9, 4, 16, 1};
  CHECKED(cudaGraphAddMemsetNode(&fill, graph, &allocate, 1, &nines));
  CHECKED(cudaGraphInstantiate(&executable, graph, 0));
  CHECKED(cudaGraphLaunch(executable, nullptr));
  expect(value_at(memory.pointer) == 9, "memory of a graph outside of it");
  std::uint64_t used = 0, most = 0, none = 0;
  CHECKED(cudaDeviceGetGraphMemAttribute(0, 0, &used));
  expect(used == 64, "bytes that graphs use");
  std::printf("not freed: %s\n", cudaGetErrorName(cudaGraphLaunch(executable, nullptr)));
  CHECKED(cudaFree(memory.pointer));
  CHECKED(cudaDeviceGetGraphMemAttribute(0, 0, &used));
  CHECKED(cudaDeviceGetGraphMemAttribute(0, 1, &most));
  expect(used == 0 && most == 64, "bytes that graphs have used");
  CHECKED(cudaDeviceSetGraphMemAttribute(0, 1, &none));
  CHECKED(cudaDeviceGetGraphMemAttribute(0, 1, &most));
  CHECKED(cudaDeviceGraphMemTrim(0));
  expect(most == 0, "the most, anew");
  CHECKED(cudaGraphLaunch(executable, nullptr));
  CHECKED(cudaGraphInstantiate(&executable, graph, 1));
  CHECKED(cudaGraphLaunch(executable, nullptr));
  const int wrong = cudaGraphAddMemFreeNode(&fill, graph, nullptr, 0, &type);
  std::printf("no memory of a graph: %s\n", cudaGetErrorName(wrong));
}

// A capture allocates and frees; nothing happens before its graph is launched.
void capture_memory() {
  Stream stream = nullptr;
  void *pointer = nullptr, *graph = nullptr, *executable = nullptr;
  int value = 0;
  CHECKED(cudaStreamCreate(&stream));
  CHECKED(cudaStreamBeginCapture(stream, 0));
  CHECKED(cudaMallocAsync(&pointer, 64, stream));
  CHECKED(cudaMemsetAsync(pointer, 1, 64, stream));
  CHECKED(cudaMemcpyAsync(&value, pointer, sizeof value, kToHost, stream));
  CHECKED(cudaFreeAsync(pointer, stream));
  CHECKED(cudaStreamEndCapture(stream, &graph));
  CHECKED(cudaGraphInstantiate(&executable, graph, 0));
  for (int round = 0; round < 2; ++round) {
    value = 0;
    CHECKED(cudaGraphLaunch(executable, stream));
    expect(value == 0x01010101, "memory of a capture");
  }
}

}  // namespace

int main() {
  constexpr int kCount = 64;
  int *values = nullptr, *other = nullptr, n = kCount, by = 3, first = 0, second = 0, result[kCount], copied[kCount];
  CHECKED(cudaMalloc(reinterpret_cast<void**>(&values), sizeof result));
  CHECKED(cudaMalloc(reinterpret_cast<void**>(&other), sizeof result));
  Event begin = nullptr, end = nullptr, late = nullptr, got = nullptr;
  for (Event* const event : {&begin, &end, &late}) CHECKED(cudaEventCreate(event));
  void *graph = nullptr, *executable = nullptr, *fill = nullptr, *record = nullptr, *kernel = nullptr, *ended = nullptr;
  void *wait = nullptr, *copy = nullptr, *call = nullptr;
  FillParameters filled{values, 0, 5, 4, kCount, 1};
  void* arguments[] = {&values, &by, &n};
  const KernelParameters launched{kStub, Shape(1), Shape(kCount), 0, arguments, nullptr};
  HostParameters noted{note, &first};
  CHECKED(cudaGraphCreate(&graph, 0));
  CHECKED(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &filled));
  CHECKED(cudaGraphAddEventRecordNode(&record, graph, &fill, 1, begin));
  CHECKED(cudaGraphAddKernelNode(&kernel, graph, &record, 1, &launched));
  CHECKED(cudaGraphAddEventRecordNode(&ended, graph, &kernel, 1, end));
  CHECKED(cudaGraphAddEventWaitNode(&wait, graph, &ended, 1, end));
  CHECKED(cudaGraphAddMemcpyNode1D(&copy, graph, &wait, 1, result, values, sizeof result, kToHost));
  CHECKED(cudaGraphAddHostNode(&call, graph, &copy, 1, &noted));
  int type = 0;
  CHECKED(cudaGraphNodeGetType(wait, &type));
  expect(type == 6, "the type of a node that waits");
  CHECKED(cudaGraphNodeGetType(record, &type));
  expect(type == 7, "the type of a node that records");
  CHECKED(cudaGraphInstantiate(&executable, graph, 0));
  CHECKED(cudaGraphLaunch(executable, nullptr));
  CHECKED(cudaDeviceSynchronize());
  float milliseconds = 0;
  CHECKED(cudaEventElapsedTime(&milliseconds, begin, end));
  expect(milliseconds > 0, "time between two nodes");
  expect(result[0] == 15 && result[kCount - 1] == 15 && first == 1, "a graph");

  filled.value = 7;
  noted.data = &second;
  CHECKED(cudaGraphExecMemsetNodeSetParams(executable, fill, &filled));
  CHECKED(cudaGraphExecMemcpyNodeSetParams1D(executable, copy, copied, values, sizeof copied, kToHost));
  CHECKED(cudaGraphExecHostNodeSetParams(executable, call, &noted));
  CHECKED(cudaGraphExecEventRecordNodeSetEvent(executable, ended, late));
  CHECKED(cudaGraphEventRecordNodeGetEvent(ended, &got));
  expect(got == end, "the event of a node, which its executable graph has no more");
  CHECKED(cudaGraphEventWaitNodeSetEvent(wait, late));
  CHECKED(cudaGraphLaunch(executable, nullptr));
  expect(copied[5] == 21 && result[5] == 15 && first == 1 && second == 1, "a graph with other parameters");
  float later = 0;
  CHECKED(cudaEventElapsedTime(&later, end, late));
  expect(later > 0, "the event that is recorded now");
  std::printf("not a copy: %s\n",
              cudaGetErrorName(cudaGraphExecMemcpyNodeSetParams1D(executable, fill, copied, values, 4, 2)));
  std::printf("no event: %s\n", cudaGetErrorName(cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, nullptr)));
  leave_memory();
  capture_memory();
  std::printf("PASSED\n");
  return registered;
}
