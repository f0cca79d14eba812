// Streams that keep their order, events with model times, a callback, a captured graph launched three times, managed
// and pinned memory, constants, pitched copies, occupancy, and device properties.
#include "exec/programs/expect.h"
#include "exec/programs/kernels.h"
#include "exec/programs/runtime.h"

#include <cstddef>
#include <cstring>

namespace {

void scale_stub() {}
const void* const kStub = reinterpret_cast<const void*>(scale_stub);
int offset;
int* counter;
Module module(kHead + kScale + ".visible .global .align 4 .b8 counter[4] = {5, 0, 0, 0};\n");

int registered = (module.kernel(kStub, "scale").variable(&offset, "offset", 4)
                      .managed(reinterpret_cast<void**>(&counter), "counter", 4).end(), 0);

void note(void* data) { ++*static_cast<int*>(data); }

void events_and_managed_memory() {
  int* values = nullptr;
  const int n = 1000, plus = 7;
  CHECKED(cudaMallocManaged(reinterpret_cast<void**>(&values), n * sizeof(int), 1));
  for (int i = 0; i < n; ++i) values[i] = i;
  CHECKED(cudaMemcpyToSymbol(&offset, &plus, sizeof plus, 0, kToDevice));
  Stream stream = nullptr;
  Event begin = nullptr, end = nullptr;
  CHECKED(cudaStreamCreate(&stream));
  CHECKED(cudaEventCreate(&begin));
  CHECKED(cudaEventCreate(&end));
  int calls = 0;
  CHECKED(cudaEventRecord(begin, stream));
  CHECKED(launch(kStub, 8, 128, 0, stream, values, 3, n));
  CHECKED(cudaLaunchHostFunc(stream, note, &calls));
  CHECKED(cudaEventRecord(end, stream));
  CHECKED(cudaEventSynchronize(end));
  float milliseconds = 0;
  CHECKED(cudaEventElapsedTime(&milliseconds, begin, end));
  expect(calls == 1, "a callback");
  expect(milliseconds > 0, "time goes on");
  std::printf("%.6f ms\n", static_cast<double>(milliseconds));
  for (int i = 0; i < n; ++i) expect(values[i] == 3 * i + 7, "managed memory");
  expect(*counter == 5, "a managed variable");
  CHECKED(cudaStreamDestroy(stream));
  CHECKED(cudaFree(values));
}

void graph() {
  int* pinned = nullptr;
  void* device = nullptr;
  CHECKED(cudaMallocHost(reinterpret_cast<void**>(&pinned), 64 * sizeof(int)));
  CHECKED(cudaMalloc(&device, 64 * sizeof(int)));
  for (int i = 0; i < 64; ++i) pinned[i] = 1;
  CHECKED(cudaMemcpy(device, pinned, 64 * sizeof(int), kToDevice));
  Stream one = nullptr, other = nullptr;
  Event forked = nullptr;
  CHECKED(cudaStreamCreate(&one));
  CHECKED(cudaStreamCreate(&other));
  CHECKED(cudaEventCreate(&forked));
  CHECKED(cudaStreamBeginCapture(one, 0));
  CHECKED(launch(kStub, 1, 64, 0, one, device, 2, 64));
  CHECKED(cudaEventRecord(forked, one));
  CHECKED(cudaStreamWaitEvent(other, forked, 0));
  CHECKED(cudaMemcpyAsync(pinned, device, 64 * sizeof(int), kToHost, other));
  void *graph = nullptr, *executable = nullptr;
  CHECKED(cudaEventRecord(forked, other));
  CHECKED(cudaStreamWaitEvent(one, forked, 0));
  CHECKED(cudaStreamEndCapture(one, &graph));
  expect(pinned[0] == 1, "a capture does nothing");
  CHECKED(cudaGraphInstantiate(&executable, graph, 0));
  for (int i = 0; i < 3; ++i) CHECKED(cudaGraphLaunch(executable, one));
  CHECKED(cudaStreamSynchronize(one));
  expect(pinned[63] == ((1 * 2 + 7) * 2 + 7) * 2 + 7, "a graph");
  CHECKED(cudaFreeHost(pinned));
}

void pitched() {
  void* device = nullptr;
  std::size_t pitch = 0;
  CHECKED(cudaMallocPitch(&device, &pitch, 100, 10));
  expect(pitch >= 100 && pitch % 32 == 0, "a pitch");
  char from[1000], to[1000] = {};
  for (int i = 0; i < 1000; ++i) from[i] = static_cast<char>(i);
  CHECKED(cudaMemcpy2D(device, pitch, from, 100, 100, 10, kToDevice));
  CHECKED(cudaMemcpy2D(to, 100, device, pitch, 100, 10, kToHost));
  expect(std::memcmp(from, to, 1000) == 0, "pitched copies");
}

// Properties that programs query before they use them: by attribute, and by a member of CUDA 13's cudaDeviceProp at its
// offset.
void what_there_is(const char* properties) {
  struct {
    int attribute;
    std::size_t offset;
  } const all[] = {{99, 704}, {101, 684}, {115, 720}, {89, 656}};
  for (const auto& one : all) {
    int asked = 0, member = 0;
    CHECKED(cudaDeviceGetAttribute(&asked, one.attribute, 0));
    std::memcpy(&member, properties + one.offset, sizeof member);
    expect(asked == 1 && member == 1, "registered memory, managed memory and pools are there");
  }
}

}  // namespace

int main() {
  char properties[2048];
  int count = 0, sms = 0, blocks = 0;
  CHECKED(cudaGetDeviceCount(&count));
  CHECKED(cudaGetDeviceProperties(properties, 0));
  CHECKED(cudaDeviceGetAttribute(&sms, 16, 0));
  CHECKED(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kStub, 128, 0));
  std::printf("%d device, %s, %d SMs, %d blocks\n", count, properties, sms, blocks);
  what_there_is(properties);
  events_and_managed_memory();
  graph();
  pitched();
  std::printf("PASSED\n");
  return registered;
}
