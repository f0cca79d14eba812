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

__global__ void stamp(Stamp* stamps, int spin) {
  extern __shared__ char pad[];
  const long long begin = now();
  while (now() - begin < spin) {
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  unsigned sm;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  stamps[blockIdx.x] = {begin, now(), sm};
}

double median(std::vector<long long>& values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return static_cast<double>(values[values.size() / 2]);
}

struct Medians {
  double interval = 0;  // between the starts of an SM's first blocks
  double gap = 0;       // from the k-th end of an SM's blocks to the start of the block that takes its place
};

// resident blocks start at once; each later one takes the place of one that has ended.
Medians medians(const std::vector<Stamp>& stamps, int sms, size_t resident) {
  std::vector<std::vector<long long>> begins(sms), ends(sms);
  for (const Stamp& s : stamps) {
    begins[s.sm].push_back(s.begin);
    ends[s.sm].push_back(s.end);
  }
  std::vector<long long> intervals, gaps;
  for (int sm = 0; sm < sms; ++sm) {
    std::sort(begins[sm].begin(), begins[sm].end());
    std::sort(ends[sm].begin(), ends[sm].end());
    for (size_t k = 1; k < begins[sm].size(); ++k) {
      if (k < resident) intervals.push_back(begins[sm][k] - begins[sm][k - 1]);
      if (k >= resident) gaps.push_back(begins[sm][k] - ends[sm][k - resident]);
    }
  }
  return {median(intervals), median(gaps)};
}

void block_row(const Card& card, int threads, int scratchpad) {
  int resident = 0;
  CHECK(cudaFuncSetAttribute(stamp, cudaFuncAttributeMaxDynamicSharedMemorySize, scratchpad));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, stamp, threads, scratchpad));
  const int blocks = card.sms * resident * 4;
  std::vector<Stamp> stamps(blocks);
  Stamp* device = nullptr;
  CHECK(cudaMalloc(&device, blocks * sizeof(Stamp)));
  for (int launch = 0; launch < 2; ++launch) stamp<<<blocks, threads, scratchpad>>>(device, 4000);
  CHECK(cudaMemcpy(stamps.data(), device, blocks * sizeof(Stamp), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device));
  const Medians m = medians(stamps, card.sms, resident);
  const std::string what =
      "blocks of " + std::to_string(threads) + " threads; " + std::to_string(resident) + " in an SM";
  if (resident > 1) row("interval between starts", what, m.interval, "cycles");
  row("end to next start", what, m.gap, "cycles");
}

int main() {
  const Card card = open_card(4096);
  barrier_rows(card);
  const int large = 200 << 10;  // so that an SM holds one block
  for (int threads : {32, 64, 128, 256, 512, 1024}) block_row(card, threads, 0);
  for (int threads : {32, 256, 1024}) block_row(card, threads, large);
}
