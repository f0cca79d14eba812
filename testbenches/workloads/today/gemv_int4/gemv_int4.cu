// y = W x with 4-bit weights, as when a language model decodes a token. W is n x k; each group of 128 weights of a row
// has a scale, a half, and a weight is (number - 8) * scale. A warp computes a row; in each turn a lane takes 32
// weights (16 bytes). A number becomes a half when it is put into the low fraction bits of 1024. x is in the
// scratchpad, where all warps of the block read it.
#include "../device.cuh"

constexpr int kWarps = 4, kGroup = 128;

// Adds four products: numbers 0 to 3 of `four` (bits 0-3, 4-7, ...), each minus 8, times four elements of x.
static __device__ __forceinline__ float times_four(unsigned four, const __half2* x, float sum) {
  const __half2 offset = __floats2half2_rn(1032, 1032);
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    const unsigned pair = ((four >> (8 * i)) & 0xf) | ((four >> (8 * i + 4)) & 0xf) << 16 | 0x64006400u;
    const float2 weight = __half22float2(__hsub2(*reinterpret_cast<const __half2*>(&pair), offset));
    const float2 factor = __half22float2(x[i]);
    sum = fmaf(weight.x, factor.x, sum);
    sum = fmaf(weight.y, factor.y, sum);
  }
  return sum;
}

extern "C" __global__ void __launch_bounds__(kWarps * 32)
gemv_int4(const uint4* weights, const __half* scales, const __half* x, __half* y, int n, int k) {
  extern __shared__ uint4 kept[];
  for (int i = threadIdx.x; i < k / 8; i += kWarps * 32) kept[i] = reinterpret_cast<const uint4*>(x)[i];
  __syncthreads();
  const int row = blockIdx.x * kWarps + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= n) return;
  const uint4* const own = weights + static_cast<long>(row) * (k / 32);
  const __half* const own_scales = scales + static_cast<long>(row) * (k / kGroup);
  float total = 0;
  for (int i = lane; i < k / 32; i += 32) {
    const uint4 word = own[i];
    const unsigned words[4] = {word.x, word.y, word.z, word.w};
    float sum = 0;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const uint4 part = kept[i * 4 + j];
      const unsigned parts[4] = {part.x, part.y, part.z, part.w};
      const __half2* const factors = reinterpret_cast<const __half2*>(parts);
      sum = times_four(words[j], factors, sum);
      sum = times_four(words[j] >> 16, factors + 2, sum);
    }
    total = fmaf(sum, __half2float(own_scales[i / (kGroup / 32)]), total);
  }
  total = warp_sum(total);
  if (lane == 0) y[row] = __float2half(total);
}
