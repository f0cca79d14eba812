// Measures for how many cycles a load, store, reduction or copy of a warp occupies the memories of an SM. The addresses
// of the eight accesses of a turn differ by constants, which are part of the instructions, so that issue is not the
// limit. The number added to the address after a turn is often 0, but the compiler does not know this, so that it must
// access memory again.
#pragma once
#include "probe.h"

namespace probe {

constexpr int kAccesses = 8;

// An address of the scratchpad has 32 bits, and an address of global memory 64.
#define LOAD(type, bytes, address_type, ...)                                                    \
  struct type {                                                                                 \
    using Address = address_type;                                                               \
    static constexpr int kBytes = bytes;                                                        \
    static __device__ __forceinline__ void access(Address p, uint32_t& sum) {                   \
      uint32_t x = 0, y = 0, z = 0, w = 0;                                                      \
      asm volatile(__VA_ARGS__);                                                                \
      sum ^= x ^ y ^ z ^ w;                                                                     \
    }                                                                                           \
  };
LOAD(Shared4, 4, uint32_t, "ld.shared.u32 %0, [%1];" : "=r"(x) : "r"(p))
LOAD(Shared8, 8, uint32_t, "ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "r"(p))
LOAD(Shared16, 16, uint32_t, "ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "r"(p))
LOAD(Global4, 4, uint64_t, "ld.global.ca.u32 %0, [%1];" : "=r"(x) : "l"(p))
LOAD(Global8, 8, uint64_t, "ld.global.ca.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(p))
LOAD(Global16, 16, uint64_t, "ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];"
     : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(p))
LOAD(L2Load4, 4, uint64_t, "ld.global.cg.u32 %0, [%1];" : "=r"(x) : "l"(p))
LOAD(L2Load16, 16, uint64_t, "ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
     : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(p))
// Stores and reductions: sum is the value, which differs from lane to lane.
LOAD(StoreShared4, 4, uint32_t, "st.shared.u32 [%0], %1;" ::"r"(p), "r"(sum) : "memory")
LOAD(StoreShared16, 16, uint32_t, "st.shared.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(p), "r"(sum) : "memory")
LOAD(RedShared, 4, uint32_t, "red.shared.add.u32 [%0], %1;" ::"r"(p), "r"(sum) : "memory")
LOAD(StoreGlobal4, 4, uint64_t, "st.global.u32 [%0], %1;" ::"l"(p), "r"(sum) : "memory")

// The addresses of a warp's lanes: lane i accesses byte (i mod lines) x 128 + i x lane_bytes + warp x warp_bytes of the
// block's region. lines = 0: the first term is 0.
struct Pattern {
  uint32_t lane_bytes = 0;
  uint32_t lines = 0;
  uint32_t warp_bytes = 0;
  uint32_t block_bytes = 0;
};

__device__ __forceinline__ void set_base(uint32_t& p, char*, char* pad) { p = shared_address(pad); }
__device__ __forceinline__ void set_base(uint64_t& p, char* data, char*) { p = reinterpret_cast<uint64_t>(data); }

template <typename Access, int STEP>
__global__ void rate(char* data, Pattern at, int turns, uint32_t turn_bytes, uint32_t region, long long* cycles,
                     uint32_t* sink) {
  extern __shared__ __align__(16) char pad[];
  typename Access::Address base;
  set_base(base, data, pad);
  const uint32_t lane = threadIdx.x % 32;
  base += lane * at.lane_bytes + threadIdx.x / 32 * at.warp_bytes + (at.lines ? lane % at.lines * 128 : 0);
  base += static_cast<typename Access::Address>(blockIdx.x) * at.block_bytes;
  uint32_t sum = threadIdx.x;
  long long start = 0, end = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    __syncthreads();
    start = now();
    uint32_t offset = 0;
#pragma unroll 1
    for (int i = 0; i < turns; ++i) {
      const typename Access::Address p = base + offset;
      offset = (offset + turn_bytes) & (region - 1);
#pragma unroll
      for (int u = 0; u < kAccesses; ++u) Access::access(p + u * STEP, sum);
    }
    if (sum == kNever) *sink = sum;
    __syncthreads();
    end = now();
  }
  if (threadIdx.x == 0) atomicMax(reinterpret_cast<unsigned long long*>(cycles), end - start);
}

struct Launch {
  int blocks = 1;
  int warps = 32;
  int turns = 64;
  uint32_t turn_bytes = 0;
  uint32_t region = 1u << 30;
};

// Cycles of the slowest SM for one access of a warp.
template <typename Access, int STEP>
double cycles_per_access(const Card& card, const Pattern& at, const Launch& launch) {
  const int pad = sizeof(typename Access::Address) == 4 ? 65536 : 0;
  CHECK(cudaFuncSetAttribute(rate<Access, STEP>, cudaFuncAttributeMaxDynamicSharedMemorySize, pad));
  clear_cycles(card);
  rate<Access, STEP><<<launch.blocks, launch.warps * 32, pad>>>(card.data, at, launch.turns, launch.turn_bytes,
                                                                launch.region, card.cycles, card.sink);
  return measured(card) / (launch.turns * double(kAccesses) * launch.warps);
}

inline const char* access_unit() { return "cycles/access of a warp and SM"; }

template <typename Access>
void stride_rows(const Card& card, const char* measurement) {
  const std::string width = std::to_string(Access::kBytes) + " bytes; stride ";
  for (int stride : {0, 1, 2, 3, 4, 5, 8, 16, 32, 33}) {
    const Pattern at{uint32_t(stride * Access::kBytes)};
    row(measurement, width + std::to_string(at.lane_bytes) + " bytes; 32 warps",
        cycles_per_access<Access, 128>(card, at, {}), access_unit());
  }
  Launch few;
  few.warps = 4;
  row(measurement, width + std::to_string(Access::kBytes) + " bytes; 4 warps",
      cycles_per_access<Access, 128>(card, {Access::kBytes}, few), access_unit());
}

inline void line_rows(const Card& card) {
  for (uint32_t lines : {1u, 2u, 4u, 8u, 16u, 32u}) {
    row("L1 load rate", "4 bytes; lanes in " + std::to_string(lines) + " lines and 32 banks; 32 warps",
        cycles_per_access<Global4, 128>(card, {4, lines}, {}), access_unit());
  }
}

inline void store_rows(const Card& card) {
  const Pattern words{4, 0, 128}, vectors{16, 0, 512};
  row("store rate", "st.shared 4 bytes; stride 4 bytes; 32 warps",
      cycles_per_access<StoreShared4, 4096>(card, words, {}), access_unit());
  row("store rate", "st.shared 16 bytes; stride 16 bytes; 32 warps",
      cycles_per_access<StoreShared16, 4096>(card, vectors, {}), access_unit());
  row("store rate", "red.shared.add; an address a lane; 32 warps",
      cycles_per_access<RedShared, 128>(card, {4}, {}), access_unit());
  row("store rate", "red.shared.add; one address; 32 warps", cycles_per_access<RedShared, 128>(card, {0}, {}),
      access_unit());
  for (int blocks : {1, card.sms}) {
    Launch launch;
    launch.blocks = blocks;
    launch.turns = 256;
    row("store rate", "st.global 4 bytes; stride 4 bytes; 32 KB for each of " + std::to_string(blocks) + " SMs",
        cycles_per_access<StoreGlobal4, 4096>(card, {4, 0, 128, 32768}, launch), access_unit());
  }
}

// Each SM reads its own 128 KB repeatedly, without its L1.
template <typename Access>
void l2_rows(const Card& card) {
  for (int blocks : {1, 2, 4, 8, 16, 33, 66, 132}) {
    if (blocks > card.sms) continue;
    Launch launch{blocks, 32, 256, kAccesses * 1024 * Access::kBytes, 131072};
    const Pattern at{Access::kBytes, 0, 32 * Access::kBytes, 131072};
    const double cycles = cycles_per_access<Access, 1024 * Access::kBytes>(card, at, launch);
    row("L2 read bandwidth", std::to_string(Access::kBytes) + " bytes a lane; 128 KB for each of " +
        std::to_string(blocks) + " SMs", 32 * Access::kBytes / cycles, "bytes/cycle and SM");
  }
}

// cp.async: eight copies a turn; the copies of the previous turn may still be in flight. Consecutive copies are THREADS
// x BYTES apart.
template <int BYTES, int THREADS>
__global__ void copies(const char* data, int turns, uint32_t region, long long* cycles) {
  extern __shared__ __align__(16) char pad[];
  constexpr int kStep = BYTES * THREADS;
  const uint32_t to = shared_address(pad) + threadIdx.x * BYTES;
  const uint64_t base = reinterpret_cast<uint64_t>(data) + threadIdx.x * BYTES;
  long long start = 0, end = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    __syncthreads();
    start = now();
#pragma unroll 1
    for (int i = 0; i < turns; ++i) {
      const uint64_t from = base + (i * kAccesses * kStep & (region - 1));
#pragma unroll
      for (int u = 0; u < kAccesses; ++u) {
        const uint32_t s = to + u * kStep;
        const uint64_t g = from + u * kStep;
        if (BYTES == 4) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(s), "l"(g));
        if (BYTES == 16) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(s), "l"(g));
      }
      asm volatile("cp.async.commit_group; cp.async.wait_group 1;" ::: "memory");
    }
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    end = now();
  }
  if (threadIdx.x == 0) *cycles = end - start;
}

template <int BYTES, int THREADS>
void copy_row(const Card& card, uint32_t region) {
  const int turns = 64, pad = kAccesses * BYTES * THREADS;
  CHECK(cudaFuncSetAttribute(copies<BYTES, THREADS>, cudaFuncAttributeMaxDynamicSharedMemorySize, pad));
  copies<BYTES, THREADS><<<1, THREADS, pad>>>(card.data, turns, region, card.cycles);
  row("cp.async rate", std::to_string(BYTES) + " bytes out of " + std::to_string(region >> 10) + " KB; " +
      std::to_string(THREADS / 32) + " warps", measured(card) / (turns * double(kAccesses) * THREADS / 32),
      access_unit());
}

inline void copy_rows(const Card& card) {
  const uint32_t in_l1 = 65536, in_l2 = 2u << 20;
  copy_row<4, 128>(card, in_l1);
  copy_row<4, 1024>(card, in_l1);
  copy_row<4, 128>(card, in_l2);
  copy_row<4, 1024>(card, in_l2);
  copy_row<16, 128>(card, in_l2);
  copy_row<16, 1024>(card, in_l2);
}

enum class Stream { kRead, kWrite, kCopy };

template <Stream MODE>
__global__ void stream(uint4* to, const uint4* from, size_t n, uint32_t* sink) {
  uint4 sum = {};
  const size_t all = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < n; i += all) {
    if (MODE == Stream::kWrite) {
      to[i] = sum;
    } else {
      const uint4 x = from[i];
      if (MODE == Stream::kCopy) to[i] = x;
      sum.x ^= x.x ^ x.y ^ x.z ^ x.w;
    }
  }
  if (MODE == Stream::kRead && sum.x == kNever) *sink = sum.x;
}

// The best of four passes over 1 GB, measured with the card's events.
template <Stream MODE>
void dram_row(const Card& card, const char* name) {
  cudaEvent_t start, end;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&end));
  const size_t bytes = 1024u << 20;
  float best = 1e9f;
  for (int pass = 0; pass < 4; ++pass) {
    CHECK(cudaEventRecord(start));
    stream<MODE><<<card.sms * 8, 1024>>>(reinterpret_cast<uint4*>(card.data + bytes),
                                         reinterpret_cast<const uint4*>(card.data), bytes / 16, card.sink);
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, start, end));
    best = std::min(best, ms);
  }
  row("DRAM bandwidth", name, bytes * (MODE == Stream::kCopy ? 2.0 : 1.0) / best / 1e6, "GB/s");
}

inline void memory_rates(const Card& card) {
  stride_rows<Shared4>(card, "scratchpad load rate");
  stride_rows<Shared8>(card, "scratchpad load rate");
  stride_rows<Shared16>(card, "scratchpad load rate");
  stride_rows<Global4>(card, "L1 load rate");
  stride_rows<Global8>(card, "L1 load rate");
  stride_rows<Global16>(card, "L1 load rate");
  line_rows(card);
  store_rows(card);
  copy_rows(card);
  l2_rows<L2Load4>(card);
  l2_rows<L2Load16>(card);
  dram_row<Stream::kRead>(card, "read");
  dram_row<Stream::kWrite>(card, "write");
  dram_row<Stream::kCopy>(card, "copy; read and written bytes");
}

}  // namespace probe
