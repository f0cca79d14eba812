// RMS norm with the residual of a transformer: residual += in, then out = residual / sqrt(mean of squares + epsilon) *
// weight; one row per warp, four warps per block. Between its two passes the row is in the scratchpad, as is done for
// rows that do not fit in registers.
#include "../device.cuh"

constexpr int kRows = 4;

static __device__ __forceinline__ void unpack(uint4 word, float (&values)[8]) {
  const unsigned words[4] = {word.x, word.y, word.z, word.w};
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    const float2 pair = __half22float2(*reinterpret_cast<const __half2*>(&words[j]));
    values[2 * j] = pair.x;
    values[2 * j + 1] = pair.y;
  }
}

extern "C" __global__ void __launch_bounds__(kRows * 32)
rms_norm(const __half* in, __half* residual, const __half* weight, __half* out, int rows, int columns, float epsilon) {
  extern __shared__ uint4 kept[];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, row = blockIdx.x * kRows + warp, chunks = columns / 8;
  if (row >= rows) return;
  const uint4* const from = reinterpret_cast<const uint4*>(in) + static_cast<long>(row) * chunks;
  uint4* const beside = reinterpret_cast<uint4*>(residual) + static_cast<long>(row) * chunks;
  uint4* const own = kept + warp * chunks;
  float square = 0;
  for (int chunk = lane; chunk < chunks; chunk += 32) {
    const uint4 a = from[chunk], b = beside[chunk];
    const unsigned left[4] = {a.x, a.y, a.z, a.w}, right[4] = {b.x, b.y, b.z, b.w};
    unsigned sums[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const __half2 sum =
          __hadd2(*reinterpret_cast<const __half2*>(&left[j]), *reinterpret_cast<const __half2*>(&right[j]));
      const float2 pair = __half22float2(sum);
      square = fmaf(pair.x, pair.x, square);
      square = fmaf(pair.y, pair.y, square);
      sums[j] = *reinterpret_cast<const unsigned*>(&sum);
    }
    own[chunk] = beside[chunk] = make_uint4(sums[0], sums[1], sums[2], sums[3]);
  }
  const float factor = rsqrtf(warp_sum(square) / columns + epsilon);
  uint4* const to = reinterpret_cast<uint4*>(out) + static_cast<long>(row) * chunks;
  for (int chunk = lane; chunk < chunks; chunk += 32) {
    float values[8], w[8];
    unpack(own[chunk], values);  // each lane reads what it has written itself
    unpack(reinterpret_cast<const uint4*>(weight)[chunk], w);
    unsigned packed[4];
#pragma unroll
    for (int j = 0; j < 4; ++j)
      packed[j] = packed_halves(values[2 * j] * factor * w[2 * j], values[2 * j + 1] * factor * w[2 * j + 1]);
    to[chunk] = make_uint4(packed[0], packed[1], packed[2], packed[3]);
  }
}
