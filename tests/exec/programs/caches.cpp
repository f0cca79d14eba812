// Launches a kernel three times on data that fit in the caches: caches [graph|managed]. With "graph", memory of a graph
// is reserved first; with "managed", memory that the host can also access.
#include <cstring>

#include "exec/programs/kernels.h"
#include "exec/programs/runtime.h"

extern "C" {
int cudaGraphCreate(void** graph, unsigned flags);
int cudaGraphAddMemAllocNode(void** node, void* graph, void* const* after, std::size_t count, void* parameters);
}

namespace {

void add_stub() {}
Module module(kHead + kAdd);
int registered = (module.kernel(reinterpret_cast<const void*>(add_stub), "add").end(), 0);

// cudaMemAllocNodeParams of 4096 bytes in the device's memory.
struct Reservation {
  int type = 1, handles = 0, location = 1, device = 0;
  void* security = nullptr;
  unsigned char reserved[64] = {};
  const void* accesses = nullptr;
  std::size_t access_count = 0, bytes = 4096;
  void* pointer = nullptr;
};

}  // namespace

int main(int argc, char** argv) {
  constexpr int n = 1024;
  void *data[3] = {}, *other = nullptr, *graph = nullptr, *node = nullptr;
  for (void*& one : data) CHECKED(cudaMalloc(&one, n * sizeof(float)));
  for (void* const one : data) CHECKED(cudaMemset(one, 0, n * sizeof(float)));
  const char* const what = argc > 1 ? argv[1] : "";
  Reservation reservation;
  if (std::strcmp(what, "graph") == 0) {
    CHECKED(cudaGraphCreate(&graph, 0));
    CHECKED(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &reservation));
  } else if (std::strcmp(what, "managed") == 0) {
    CHECKED(cudaMallocManaged(&other, n, 1));
  }
  for (int i = 0; i < 3; ++i)
    CHECKED(launch(reinterpret_cast<const void*>(add_stub), n / 256, 256, 0, nullptr, data[0], data[1], data[2], n));
  CHECKED(cudaDeviceSynchronize());
  return registered;
}
