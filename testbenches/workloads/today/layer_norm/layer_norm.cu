// Layer norm of each row of halves, one row per block: mean and variance in two passes over values in registers, then
// (x - mean) / sqrt(variance + epsilon) * weight + bias.
#include "../device.cuh"

constexpr int kThreads = 256, kWarps = kThreads / 32;

static __device__ __forceinline__ float sum_of_block(float value, float* of_warps) {
  value = warp_sum(value);
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = value;
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int warp = 0; warp < kWarps; ++warp) sum += of_warps[warp];
  return sum;
}

static __device__ __forceinline__ void unpack(uint4 word, float (&values)[8]) {
  const unsigned words[4] = {word.x, word.y, word.z, word.w};
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    const float2 pair = __half22float2(*reinterpret_cast<const __half2*>(&words[j]));
    values[2 * j] = pair.x;
    values[2 * j + 1] = pair.y;
  }
}

template <int kChunks>  // chunks of eight halves of a thread
static __device__ __forceinline__ void layer_norm_row(const __half* in, const __half* weight, const __half* bias,
                                                      __half* out, int columns, float epsilon) {
  __shared__ float sums[kWarps], squares[kWarps];
  const uint4* const from = reinterpret_cast<const uint4*>(in + static_cast<long>(blockIdx.x) * columns);
  uint4* const to = reinterpret_cast<uint4*>(out + static_cast<long>(blockIdx.x) * columns);
  const int chunks = columns / 8;
  float values[kChunks][8];
  float sum = 0;
#pragma unroll
  for (int i = 0; i < kChunks; ++i) {
    const int chunk = threadIdx.x + i * kThreads;
    unpack(chunk < chunks ? from[chunk] : make_uint4(0, 0, 0, 0), values[i]);
#pragma unroll
    for (int j = 0; j < 8; ++j) sum += values[i][j];
  }
  const float mean = sum_of_block(sum, sums) / columns;
  float square = 0;
#pragma unroll
  for (int i = 0; i < kChunks; ++i) {
    if (static_cast<int>(threadIdx.x) + i * kThreads >= chunks) break;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      values[i][j] -= mean;
      square = fmaf(values[i][j], values[i][j], square);
    }
  }
  const float factor = rsqrtf(sum_of_block(square, squares) / columns + epsilon);
#pragma unroll
  for (int i = 0; i < kChunks; ++i) {
    const int chunk = threadIdx.x + i * kThreads;
    if (chunk >= chunks) break;
    float w[8], b[8];
    unpack(reinterpret_cast<const uint4*>(weight)[chunk], w);
    unpack(reinterpret_cast<const uint4*>(bias)[chunk], b);
    unsigned packed[4];
#pragma unroll
    for (int j = 0; j < 4; ++j)
      packed[j] = packed_halves(fmaf(values[i][2 * j] * factor, w[2 * j], b[2 * j]),
                                fmaf(values[i][2 * j + 1] * factor, w[2 * j + 1], b[2 * j + 1]));
    to[chunk] = make_uint4(packed[0], packed[1], packed[2], packed[3]);
  }
}

#define UNIBANK_LAYER_NORM(chunks)                                                                              \
  extern "C" __global__ void __launch_bounds__(kThreads)                                                        \
  layer_norm_##chunks(const __half* in, const __half* weight, const __half* bias, __half* out, int columns,     \
                      float epsilon) {                                                                          \
    layer_norm_row<chunks>(in, weight, bias, out, columns, epsilon);                                            \
  }
UNIBANK_LAYER_NORM(1)
UNIBANK_LAYER_NORM(2)
UNIBANK_LAYER_NORM(4)
