// Latencies of the scratchpad, the L1, the L2 and DRAM. The loaded value is the next address wherever it can be, so
// that no addition is in the chain.
#include "memory_rate.h"
#include "probe.h"

using namespace probe;

// What one warp does again and again. p is a scratchpad address, q a global one; kLaneBytes lie between two lanes.
// Word i of the scratchpad holds its base + i x kScale: with 4 its own address.
#define STEP(type, text, lane_bytes, scale, ...)                                                                \
  struct type {                                                                                                 \
    static constexpr int kLaneBytes = lane_bytes, kScale = scale;                                               \
    static const char* name() { return text; }                                                                  \
    static __device__ __forceinline__ void step(uint32_t& p, uint64_t& q, uint32_t zero, uint32_t* rest) {      \
      asm volatile(__VA_ARGS__);                                                                                \
    }                                                                                                           \
  };

STEP(Lds4, "ld.shared; 4 bytes", 4, 4, "ld.shared.u32 %0, [%0];" : "+r"(p))
STEP(Lds8, "ld.shared; 8 bytes", 8, 4, "ld.shared.v2.u32 {%0, %1}, [%0];" : "+r"(p), "=r"(rest[0]))
STEP(Lds16, "ld.shared; 16 bytes", 16, 4, "ld.shared.v4.u32 {%0, %1, %2, %3}, [%0];"
     : "+r"(p), "=r"(rest[0]), "=r"(rest[1]), "=r"(rest[2]))
// Lane l gets word l of the first matrix and wants the address of its own row, base + 16 l: therefore kScale is 16.
STEP(Ldmatrix1, "ldmatrix.x1", 16, 16, "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%0];" : "+r"(p))
STEP(Ldmatrix2, "ldmatrix.x2", 16, 16, "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%0];"
     : "+r"(p), "=r"(rest[0]))
STEP(Ldmatrix4, "ldmatrix.x4", 16, 16, "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%0];"
     : "+r"(p), "=r"(rest[0]), "=r"(rest[1]), "=r"(rest[2]))
STEP(AtomShared, "atom.shared.add; an address a lane", 4, 4, "atom.shared.add.u32 %0, [%0], %1;"
     : "+r"(p) : "r"(zero) : "memory")
STEP(AtomSharedOne, "atom.shared.add; one address", 0, 4, "atom.shared.add.u32 %0, [%0], %1;"
     : "+r"(p) : "r"(zero) : "memory")
// The global words are zero: an addition of 64 bits is in these two chains.
STEP(AtomGlobal, "atom.global.add and add u64; an address a lane", 4, 4,
     "{ .reg .u32 x; .reg .u64 w; atom.global.add.u32 x, [%0], %1; cvt.u64.u32 w, x; add.u64 %0, %0, w; }"
     : "+l"(q) : "r"(zero) : "memory")
STEP(AtomGlobalOne, "atom.global.add and add u64; one address", 0, 4,
     "{ .reg .u32 x; .reg .u64 w; atom.global.add.u32 x, [%0], %1; cvt.u64.u32 w, x; add.u64 %0, %0, w; }"
     : "+l"(q) : "r"(zero) : "memory")
STEP(MembarGl, "membar.gl; nothing to wait for", 4, 4, "membar.gl;" ::: "memory")
STEP(StoreMembarGl, "st.global and membar.gl", 4, 4, "st.global.u32 [%0], %1; membar.gl;" ::"l"(q), "r"(zero)
     : "memory")
STEP(Copy16, "cp.async.cg 16 bytes and wait", 16, 4,
     "cp.async.cg.shared.global [%0], [%1], 16; cp.async.commit_group; cp.async.wait_group 0;" ::"r"(p), "l"(q)
     : "memory")
STEP(Copy4, "cp.async.ca 4 bytes and wait", 4, 4,
     "cp.async.ca.shared.global [%0], [%1], 4; cp.async.commit_group; cp.async.wait_group 0;" ::"r"(p), "l"(q)
     : "memory")

template <typename Step>
__global__ void one_warp(char* data, int turns, uint32_t zero, long long* cycles, uint32_t* sink) {
  __shared__ __align__(16) uint32_t pad[1024];
  const uint32_t base = shared_address(pad);
  for (int i = threadIdx.x; i < 1024; i += 32) pad[i] = base + i * Step::kScale;
  __syncwarp();
  uint32_t p = base + threadIdx.x * Step::kLaneBytes, rest[3] = {}, sum = 0;
  uint64_t q = reinterpret_cast<uint64_t>(data) + threadIdx.x * Step::kLaneBytes;
  long long best = 1ll << 40;
#pragma unroll 1
  for (int pass = 0; pass < 4; ++pass) {
    const long long start = now();
#pragma unroll 1
    for (int i = 0; i < turns; ++i) {
#pragma unroll
      for (int u = 0; u < 16; ++u) {
        Step::step(p, q, zero, rest);
        sum ^= rest[0] ^ rest[1] ^ rest[2];
      }
    }
    if (p + static_cast<uint32_t>(q) + sum == kNever) *sink = p;  // waits for the last value
    best = min(best, now() - start);
  }
  if (threadIdx.x == 0) *cycles = best;
}

template <typename... Steps>
void latency_rows(const Card& card) {
  const int turns = 16;
  (
      [&] {
        one_warp<Steps><<<1, 32>>>(card.data, turns, 0, card.cycles, card.sink);
        row("latency", Steps::name(), measured(card) / (turns * 16), "cycles");
      }(),
      ...);
}

// Chains through global memory: entry i lies at i x stride and holds the address of entry next[i].
__global__ void link(char* data, const uint32_t* next, uint32_t entries, uint64_t stride) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < entries) *reinterpret_cast<char**>(data + i * stride) = data + next[i] * stride;
}

void make_chain(const Card& card, const std::vector<uint32_t>& next, uint64_t stride) {
  uint32_t* device = nullptr;
  CHECK(cudaMalloc(&device, next.size() * 4));
  CHECK(cudaMemcpy(device, next.data(), next.size() * 4, cudaMemcpyHostToDevice));
  link<<<(next.size() + 255) / 256, 256>>>(card.data, device, next.size(), stride);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(device));
}

template <bool L1>
__global__ void chase(uint64_t at, int loads, int passes, long long* cycles, uint32_t* sink) {
  long long start = 0;
#pragma unroll 1
  for (int pass = 0; pass < passes; ++pass) {
    start = now();
#pragma unroll 4
    for (int i = 0; i < loads; ++i) {
      if (L1) asm volatile("ld.global.ca.u64 %0, [%0];" : "+l"(at));
      if (!L1) asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at));
    }
    if (at == kNever) *sink = 1;
  }
  *cycles = now() - start;
}

template <bool L1>
void chain_row(const Card& card, size_t kb) {
  CHECK(cudaFuncSetAttribute(chase<L1>, cudaFuncAttributePreferredSharedMemoryCarveout, 0));
  const int loads = static_cast<int>(kb * 8);
  chase<L1><<<1, 1>>>(reinterpret_cast<uint64_t>(card.data), loads, 2, card.cycles, card.sink);
  row("chain", std::string(L1 ? "ld.ca; " : "ld.cg; ") + std::to_string(kb) + " KB; second pass",
      measured(card) / loads, "cycles/load");
}

void chain_rows(const Card& card) {
  for (size_t kb : {16, 64, 128, 192, 208, 224, 240, 256, 1024, 8192, 24576, 32768, 49152, 65536, 131072}) {
    make_chain(card, random_cycle(kb * 8), 128);
    chain_row<true>(card, kb);
    chain_row<false>(card, kb);
  }
}

// Entries far apart: first after other writes have evicted them from the L2, then again, from the L2.
void dram_latency_rows(const Card& card) {
  for (size_t mb : {32, 256, 1024}) {
    const size_t entries = 8192;
    make_chain(card, random_cycle(entries), (mb << 20) / entries + 128);
    CHECK(cudaMemset(card.data + (1536u << 20), 0, 512u << 20));
    for (const char* what : {"chain out of DRAM; ", "the same chain out of the L2; "}) {
      chase<false><<<1, 1>>>(reinterpret_cast<uint64_t>(card.data), entries, 1, card.cycles, card.sink);
      row("latency", what + std::to_string(mb) + " MB", measured(card) / entries, "cycles");
    }
  }
}

// Latency of each of many lines in the L2, seen from one SM. A line holds its own address. The grid offers each SM
// blocks, and the first one of the SM in question measures.
__global__ void lines_of_sm(char* data, int lines, unsigned sm, uint16_t* cycles, unsigned* taken, uint32_t* sink) {
  unsigned mine;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(mine));
  if (mine != sm || threadIdx.x != 0 || atomicAdd(taken, 1u) != 0) return;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
#pragma unroll 1
    for (int i = 0; i < lines; ++i) {
      uint64_t at = reinterpret_cast<uint64_t>(data) + i * 128ull;
      const long long start = now();
#pragma unroll
      for (int k = 0; k < 8; ++k) asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at));
      if (at == kNever) *sink = 1;
      cycles[i] = static_cast<uint16_t>((now() - start + 4) / 8);
    }
  }
}

void l2_line_rows(const Card& card) {
  const int lines = 32768;
  std::vector<uint32_t> own(lines);
  std::iota(own.begin(), own.end(), 0u);
  make_chain(card, own, 128);
  uint16_t* cycles = nullptr;
  unsigned* taken = nullptr;
  CHECK(cudaMalloc(&cycles, lines * 2));
  CHECK(cudaMalloc(&taken, 4));
  for (unsigned sm : {0u, 1u, 2u, 16u, 17u, 64u, 65u, 100u, 131u}) {
    if (sm >= static_cast<unsigned>(card.sms)) continue;
    CHECK(cudaMemset(taken, 0, 4));
    lines_of_sm<<<card.sms * 4, 1024>>>(card.data, lines, sm, cycles, taken, card.sink);
    CHECK(cudaDeviceSynchronize());
    std::vector<uint16_t> all(lines);
    CHECK(cudaMemcpy(all.data(), cycles, lines * 2, cudaMemcpyDeviceToHost));
    std::sort(all.begin(), all.end());
    for (int percent : {0, 5, 25, 50, 75, 95, 100}) {
      row("L2 latency of 32768 lines", "SM " + std::to_string(sm) + "; quantile " + std::to_string(percent) + " %",
          all[static_cast<size_t>(lines - 1) * percent / 100], "cycles");
    }
  }
}

int main() {
  const Card card = open_card(2048u << 20);
  latency_rows<Lds4, Lds8, Lds16, Ldmatrix1, Ldmatrix2, Ldmatrix4, AtomShared, AtomSharedOne, AtomGlobal,
               AtomGlobalOne, MembarGl, StoreMembarGl, Copy16, Copy4>(card);
  chain_rows(card);
  dram_latency_rows(card);
  l2_line_rows(card);
  CHECK(cudaMemset(card.data, 0, 2048u << 20));
  memory_rates(card);
}
