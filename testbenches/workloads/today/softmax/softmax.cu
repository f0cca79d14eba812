// Softmax of each row of halves, one row per block. A thread keeps its part of the row in registers through the three
// steps (largest, sum, quotients), so that the row is read once and written once, eight halves at a time.
#include "../device.cuh"

constexpr int kThreads = 128, kWarps = kThreads / 32;

// Gives every thread of the block the combined value of all. The scratchpad has one value for each warp.
template <typename Combine>
static __device__ __forceinline__ float of_block(float value, float* of_warps, Combine combine) {
  value = combine(value);
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = value;
  __syncthreads();
  return combine(of_warps[threadIdx.x % kWarps]);
}

template <int kChunks>  // chunks of eight halves of a thread
static __device__ __forceinline__ void softmax_row(const __half* in, __half* out, int columns) {
  __shared__ float largest_of_warps[kWarps], sum_of_warps[kWarps];
  const uint4* const from = reinterpret_cast<const uint4*>(in + static_cast<long>(blockIdx.x) * columns);
  uint4* const to = reinterpret_cast<uint4*>(out + static_cast<long>(blockIdx.x) * columns);
  const int chunks = columns / 8;
  float values[kChunks][8];
  float largest = -INFINITY;
#pragma unroll
  for (int i = 0; i < kChunks; ++i) {
    const int chunk = threadIdx.x + i * kThreads;
    uint4 word = make_uint4(0xfc00fc00u, 0xfc00fc00u, 0xfc00fc00u, 0xfc00fc00u);  // minus infinity
    if (chunk < chunks) word = from[chunk];
    const unsigned words[4] = {word.x, word.y, word.z, word.w};
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const float2 pair = __half22float2(*reinterpret_cast<const __half2*>(&words[j]));
      values[i][2 * j] = pair.x;
      values[i][2 * j + 1] = pair.y;
      largest = fmaxf(largest, fmaxf(pair.x, pair.y));
    }
  }
  largest = of_block(largest, largest_of_warps, [](float x) { return warp_largest(x); });
  constexpr float kToBase2 = 1.44269504f;
  float sum = 0;
#pragma unroll
  for (int i = 0; i < kChunks; ++i) {
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      values[i][j] = power_of_2((values[i][j] - largest) * kToBase2);
      sum += values[i][j];
    }
  }
  // Each of the kWarps sums is in 32 / kWarps lanes, so the last sum counts it that many times.
  sum = of_block(sum, sum_of_warps, [](float x) { return warp_sum(x); }) * (kWarps / 32.0f);
  const float factor = 1 / sum;
#pragma unroll
  for (int i = 0; i < kChunks; ++i) {
    const int chunk = threadIdx.x + i * kThreads;
    const float(&v)[8] = values[i];
    if (chunk < chunks)
      to[chunk] = make_uint4(packed_halves(v[0] * factor, v[1] * factor), packed_halves(v[2] * factor, v[3] * factor),
                             packed_halves(v[4] * factor, v[5] * factor), packed_halves(v[6] * factor, v[7] * factor));
  }
}

#define UNIBANK_SOFTMAX(chunks)                                          \
  extern "C" __global__ void __launch_bounds__(kThreads)                 \
  softmax_##chunks(const __half* in, __half* out, int columns) {         \
    softmax_row<chunks>(in, out, columns);                               \
  }
UNIBANK_SOFTMAX(1)
UNIBANK_SOFTMAX(2)
UNIBANK_SOFTMAX(4)
UNIBANK_SOFTMAX(8)
