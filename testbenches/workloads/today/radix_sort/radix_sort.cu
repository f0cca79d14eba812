// A pass of a stable radix sort by eight bits of the keys: histograms of tiles, their running sums, and the scatter. In
// the scatter a warp ranks 32 keys at once: a ballot for each bit finds the lanes with the same digit, and the first of
// them increases the warp's counter. Pairs are sorted in the scratchpad first, so that neighbouring threads store
// neighbouring pairs.
#include "../device.cuh"

constexpr int kThreads = 256, kWarps = kThreads / 32, kItems = 8, kTile = kThreads * kItems, kDigits = 256;

extern "C" __global__ void __launch_bounds__(kThreads)
radix_histogram(const unsigned* keys, unsigned* counts, int count, int shift) {
  __shared__ unsigned bins[kDigits];
  bins[threadIdx.x] = 0;
  __syncthreads();
#pragma unroll
  for (int i = 0; i < kItems; ++i) {
    const int at = blockIdx.x * kTile + i * kThreads + threadIdx.x;
    if (at < count) atomicAdd(&bins[keys[at] >> shift & (kDigits - 1)], 1u);
  }
  __syncthreads();
  counts[threadIdx.x * gridDim.x + blockIdx.x] = bins[threadIdx.x];
}

// The sum of the block's values before this thread's; `sum` becomes the sum of all.
static __device__ __forceinline__ unsigned sum_before(unsigned own, unsigned* of_warps, unsigned& sum) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned scanned = own;
#pragma unroll
  for (int apart = 1; apart < 32; apart *= 2) {
    const unsigned other = __shfl_up_sync(kWholeWarp, scanned, apart);
    if (lane >= apart) scanned += other;
  }
  __syncthreads();
  if (lane == 31) of_warps[warp] = scanned;
  __syncthreads();
  unsigned before = scanned - own;
  sum = 0;
#pragma unroll
  for (int i = 0; i < kWarps; ++i) {
    if (i < warp) before += of_warps[i];
    sum += of_warps[i];
  }
  return before;
}

// One block turns the counts into places, by digit and then by tile.
extern "C" __global__ void __launch_bounds__(kThreads) radix_scan(unsigned* counts, int count) {
  __shared__ unsigned of_warps[kWarps];
  unsigned done = 0;
  for (int first = 0; first < count; first += kThreads) {
    const int at = first + threadIdx.x;
    const unsigned own = at < count ? counts[at] : 0;
    unsigned sum;
    const unsigned before = sum_before(own, of_warps, sum);
    if (at < count) counts[at] = done + before;
    done += sum;
  }
}

extern "C" __global__ void __launch_bounds__(kThreads)
radix_scatter(const unsigned* keys, const unsigned* values, unsigned* keys_out, unsigned* values_out,
              const unsigned* places, int count, int shift) {
  __shared__ unsigned counters[kWarps][kDigits], of_warps[kWarps], starts[kDigits];
  __shared__ uint2 pairs[kTile];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int i = lane; i < kDigits; i += 32) counters[warp][i] = 0;
  __syncwarp();
  const int first = blockIdx.x * kTile, here = min(kTile, count - first);
  uint2 own[kItems];
  unsigned ranks[kItems];
#pragma unroll
  for (int i = 0; i < kItems; ++i) {
    const int in_tile = warp * 32 * kItems + i * 32 + lane;
    const bool there = in_tile < here;
    own[i] = there ? make_uint2(keys[first + in_tile], values[first + in_tile]) : make_uint2(0, 0);
    const unsigned digit = own[i].x >> shift & (kDigits - 1);
    unsigned alike = __ballot_sync(kWholeWarp, there);
#pragma unroll
    for (int bit = 0; bit < 8; ++bit) {
      const unsigned set = __ballot_sync(kWholeWarp, digit >> bit & 1);
      alike &= (digit >> bit & 1) ? set : ~set;
    }
    const unsigned before = __popc(alike & ((1u << lane) - 1));
    ranks[i] = there ? counters[warp][digit] + before : 0;
    __syncwarp();
    if (there && before == 0) counters[warp][digit] += __popc(alike);
    __syncwarp();
  }
  __syncthreads();
  unsigned all = 0;  // one digit per thread: where its keys of each warp begin
#pragma unroll
  for (int i = 0; i < kWarps; ++i) {
    const unsigned of_warp = counters[i][threadIdx.x];
    counters[i][threadIdx.x] = all;
    all += of_warp;
  }
  unsigned sum;
  starts[threadIdx.x] = sum_before(all, of_warps, sum);
  __syncthreads();
#pragma unroll
  for (int i = 0; i < kItems; ++i) {
    const unsigned digit = own[i].x >> shift & (kDigits - 1);
    if (warp * 32 * kItems + i * 32 + lane < here) pairs[starts[digit] + counters[warp][digit] + ranks[i]] = own[i];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < here; i += kThreads) {
    const uint2 pair = pairs[i];
    const unsigned digit = pair.x >> shift & (kDigits - 1);
    const unsigned to = places[digit * gridDim.x + blockIdx.x] + i - starts[digit];
    keys_out[to] = pair.x;
    values_out[to] = pair.y;
  }
}
