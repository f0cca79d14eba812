// The code that all probes share: the clock of an SM, the buffers on the card, and rows of CSV on standard output.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#define CHECK(call)                                                                       \
  do {                                                                                    \
    const cudaError_t error = (call);                                                     \
    if (error != cudaSuccess) {                                                           \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error)); \
      exit(1);                                                                            \
    }                                                                                     \
  } while (0)

namespace probe {

// The "memory" clobber keeps loads and stores on their side of the clock.
__device__ __forceinline__ long long now() {
  long long cycles;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(cycles)::"memory");
  return cycles;
}

__device__ __forceinline__ uint32_t shared_address(const void* pointer) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(pointer));
}

// Kernels write a value to `sink` if it equals kNever, which never happens, so that the compiler must compute the
// value.
constexpr uint32_t kNever = 0x1234567;

struct Card {
  int sms = 0;
  int l2_bytes = 0;
  long long* cycles = nullptr;  // result of a kernel
  uint32_t* sink = nullptr;
  char* data = nullptr;
};

inline Card open_card(size_t data_bytes) {
  cudaDeviceProp p;
  CHECK(cudaGetDeviceProperties(&p, 0));
  int clock = 0, memory_clock = 0, runtime = 0;
  CHECK(cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, 0));
  CHECK(cudaDeviceGetAttribute(&memory_clock, cudaDevAttrMemoryClockRate, 0));
  CHECK(cudaRuntimeGetVersion(&runtime));
  printf("# %s; compute capability %d.%d; %d SMs; L2 %d bytes; SM clock %d MHz; memory clock %d MHz; CUDA %d.%d\n",
         p.name, p.major, p.minor, p.multiProcessorCount, p.l2CacheSize, clock / 1000, memory_clock / 1000,
         runtime / 1000, runtime % 1000 / 10);
  printf("measurement,parameter,value,unit\n");
  Card card;
  card.sms = p.multiProcessorCount;
  card.l2_bytes = p.l2CacheSize;
  CHECK(cudaMalloc(&card.cycles, 4096));
  CHECK(cudaMalloc(&card.sink, 4096));
  CHECK(cudaMalloc(&card.data, data_bytes));
  CHECK(cudaMemset(card.data, 0, data_bytes));
  return card;
}

inline void clear_cycles(const Card& card) { CHECK(cudaMemset(card.cycles, 0, 4096)); }

inline double measured(const Card& card) {
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  long long cycles = 0;
  CHECK(cudaMemcpy(&cycles, card.cycles, sizeof cycles, cudaMemcpyDeviceToHost));
  return static_cast<double>(cycles);
}

inline void row(const char* measurement, const std::string& parameter, double value, const char* unit) {
  printf("%s,%s,%.3f,%s\n", measurement, parameter.c_str(), value, unit);
  fflush(stdout);
}

// A random cycle through 0 .. n-1, the same in each run: next[i] follows i.
inline std::vector<uint32_t> random_cycle(size_t n) {
  std::vector<uint32_t> order(n), next(n);
  std::iota(order.begin(), order.end(), 0u);
  uint64_t state = 7;
  for (size_t i = n - 1; i > 0; --i) {
    state = state * 6364136223846793005ull + 1;
    std::swap(order[i], order[(state >> 33) % (i + 1)]);
  }
  for (size_t i = 0; i < n; ++i) next[order[i]] = order[(i + 1) % n];
  return next;
}

}  // namespace probe
