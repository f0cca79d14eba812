// Threads that use their own default streams, or build a graph, while another thread launches.
#include "exec/programs/expect.h"
#include "exec/programs/kernels.h"
#include "exec/programs/runtime.h"
#include "exec/programs/values.h"

#include <atomic>
#include <thread>

extern "C" {
int cudaGraphCreate(void** graph, unsigned flags);
int cudaGraphDestroy(void* graph);
int cudaGraphAddKernelNode(void** node, void* graph, void* const* after, std::size_t count, const void* parameters);
int cudaMemsetAsync(void* pointer, int value, std::size_t bytes, Stream stream);
}

namespace {

void scale_stub() {}
const void* const kStub = reinterpret_cast<const void*>(scale_stub);
Module module(kHead + kScale);
int offset;
int registered = (module.kernel(kStub, "scale").variable(&offset, "offset", 4).end(), 0);

const Stream kPerThread = reinterpret_cast<Stream>(2);

// The main thread captures; the work of the other thread is none of the capture.
void captures(int* values) {
  void* graph = nullptr;
  CHECKED(cudaMemset(values, 0, 12));
  CHECKED(cudaStreamBeginCapture(kPerThread, 2));
  CHECKED(cudaMemsetAsync(values, 1, 4, kPerThread));
  CHECKED(cudaMemsetAsync(values + 2, 3, 4, nullptr));  // as programs with a default stream per thread name it
  std::thread([values] { CHECKED(cudaMemsetAsync(values + 1, 2, 4, kPerThread)); }).join();
  CHECKED(cudaStreamEndCapture(kPerThread, &graph));
  expect(value_at(values) == 0, "a capture does nothing");
  expect(value_at(values + 1) == 0x02020202, "the stream of another thread is not captured");
  expect(value_at(values + 2) == 0, "stream 0 of a thread that captures its stream is captured");
}

// A capture that a thread does not end is none of the next thread's, which may have the same number.
void ended_threads(int* values) {
  std::thread([] { CHECKED(cudaStreamBeginCapture(kPerThread, 2)); }).join();
  std::thread([values] { CHECKED(cudaMemsetAsync(values, 4, 4, kPerThread)); }).join();
  expect(value_at(values) == 0x04040404, "a capture ends with its thread");
}

// One thread makes nodes of a graph, the other adds 1 with each launch.
void nodes(int* values) {
  constexpr int kLaunches = 300;
  int by = 1, n = 1, one = 1;
  CHECKED(cudaMemcpyToSymbol(&offset, &one, sizeof one, 0, kToDevice));
  CHECKED(cudaMemset(values, 0, 8));
  std::atomic<bool> ended{false};
  std::thread builder([&] {
    void* arguments[] = {&values, &by, &n};
    const KernelParameters parameters{kStub, Shape(1), Shape(32), 0, arguments, nullptr};
    while (!ended) {
      void *graph = nullptr, *node = nullptr;
      CHECKED(cudaGraphCreate(&graph, 0));
      for (int i = 0; i < 100; ++i) CHECKED(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters));
      CHECKED(cudaGraphDestroy(graph));
    }
  });
  for (int i = 0; i < kLaunches; ++i) CHECKED(launch(kStub, 1, 32, 0, nullptr, values, by, n));
  ended = true;
  builder.join();
  expect(value_at(values) == kLaunches, "every launch has run");
}

}  // namespace

int main() {
  int* values = nullptr;
  CHECKED(cudaMalloc(reinterpret_cast<void**>(&values), 12));
  captures(values);
  ended_threads(values);
  nodes(values);
  std::printf("PASSED\n");
  return registered;
}
