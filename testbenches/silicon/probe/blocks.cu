// Barriers of a block, and when the blocks of a grid start and end on their SM.
#include "probe.h"

using namespace probe;

__global__ void barriers(int turns, long long* cycles) {
  long long start = 0, end = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    __syncthreads();
    start = now();
#pragma unroll 1
    for (int i = 0; i < turns; ++i) {
#pragma unroll
      for (int u = 0; u < 16; ++u) asm volatile("bar.sync 0;" ::: "memory");
    }
    end = now();
  }
  if (threadIdx.x == 0) *cycles = end - start;
}

void barrier_rows(const Card& card) {
  const int turns = 16;
  for (int warps : {1, 2, 4, 8, 16, 32}) {
    barriers<<<1, warps * 32>>>(turns, card.cycles);
    row("bar.sync", std::to_string(warps) + " warps", measured(card) / (turns * 16), "cycles");
  }
}

// A block notes when its first warp starts and when its last one has finished.
struct Stamp {
  long long begin, end;
  unsigned sm;
};

// Blocks last spin cycles, and up to spread more, so that they end one by one and not all at once.
__global__ void stamp(Stamp* stamps, int spin, uint32_t spread) {
  extern __shared__ char pad[];
  const long long begin = now();
  const long long end = begin + spin + blockIdx.x * 2654435761u % spread;
  while (now() < end) {
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  unsigned sm;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  stamps[blockIdx.x] = {begin, now(), sm};
}

struct Samples {
  std::vector<long long> intervals;  // between the starts of an SM's first blocks
  std::vector<long long> gaps;       // from the k-th end of an SM's blocks to the start of the block in its place
};

// resident blocks start at once; each later one takes the place of one that has ended.
Samples samples(const std::vector<Stamp>& stamps, int sms, size_t resident) {
  std::vector<std::vector<long long>> begins(sms), ends(sms);
  for (const Stamp& s : stamps) {
    begins[s.sm].push_back(s.begin);
    ends[s.sm].push_back(s.end);
  }
  Samples found;
  for (int sm = 0; sm < sms; ++sm) {
    std::sort(begins[sm].begin(), begins[sm].end());
    std::sort(ends[sm].begin(), ends[sm].end());
    for (size_t k = 1; k < begins[sm].size(); ++k) {
      if (k < resident) found.intervals.push_back(begins[sm][k] - begins[sm][k - 1]);
      if (k >= resident) found.gaps.push_back(begins[sm][k] - ends[sm][k - resident]);
    }
  }
  return found;
}

void quantile_rows(const char* measurement, const std::string& what, std::vector<long long> values) {
  if (values.empty()) return;
  std::sort(values.begin(), values.end());
  for (int percent : {10, 50, 90}) {
    row(measurement, what + "; quantile " + std::to_string(percent) + " %",
        static_cast<double>(values[(values.size() - 1) * percent / 100]), "cycles");
  }
}

struct Grid {
  int threads;
  int scratchpad;
  bool queued;      // after another launch of the kernel; otherwise the card was idle
  uint32_t spread;  // see stamp
};

void grid_rows(const Card& card, const Grid& grid) {
  int resident = 0;
  CHECK(cudaFuncSetAttribute(stamp, cudaFuncAttributeMaxDynamicSharedMemorySize, grid.scratchpad));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, stamp, grid.threads, grid.scratchpad));
  const int blocks = card.sms * resident * 4;
  std::vector<Stamp> stamps(blocks);
  Stamp* device = nullptr;
  CHECK(cudaMalloc(&device, blocks * sizeof(Stamp)));
  for (int launch = 0; launch < 2; ++launch) {
    stamp<<<blocks, grid.threads, grid.scratchpad>>>(device, 4000, grid.spread);
    if (!grid.queued) CHECK(cudaDeviceSynchronize());
  }
  CHECK(cudaMemcpy(stamps.data(), device, blocks * sizeof(Stamp), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device));
  const Samples found = samples(stamps, card.sms, resident);
  const std::string what = "blocks of " + std::to_string(grid.threads) + " threads; " + std::to_string(resident) +
                           " in an SM; " + (grid.spread > 1 ? "they end one by one; " : "they end at once; ") +
                           (grid.queued ? "behind a launch" : "idle card");
  quantile_rows("interval between starts", what, found.intervals);
  quantile_rows("end to next start", what, found.gaps);
}

int main() {
  const Card card = open_card(4096);
  barrier_rows(card);
  for (bool queued : {false, true}) {
    for (int threads : {32, 64, 128, 256, 512, 1024}) grid_rows(card, {threads, 0, queued, 1});
  }
  const int large = 200 << 10;  // so that an SM holds one block
  for (uint32_t spread : {1u, 20000u}) {
    for (int threads : {32, 256, 1024}) grid_rows(card, {threads, large, false, spread});
  }
}
