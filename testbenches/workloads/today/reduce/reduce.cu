// The sum and the largest of floats: a grid-stride loop that loads four floats at a time, a tree of shuffles in each
// warp, another over the warps of a block. The last block to finish combines the blocks' results in the
// same way. Floats are not added by atomics, so the result is the same in every run.
#include "../device.cuh"

constexpr int kThreads = 256, kWarps = kThreads / 32;

struct Both {
  float sum, largest;
};

static __device__ __forceinline__ Both of_block(Both own, Both* of_warps) {
  own = {warp_sum(own.sum), warp_largest(own.largest)};
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = own;
  __syncthreads();
  Both all = of_warps[threadIdx.x % kWarps];
#pragma unroll
  for (int apart = kWarps / 2; apart > 0; apart /= 2) {
    all.sum += __shfl_xor_sync(kWholeWarp, all.sum, apart);
    all.largest = fmaxf(all.largest, __shfl_xor_sync(kWholeWarp, all.largest, apart));
  }
  return all;
}

extern "C" __global__ void __launch_bounds__(kThreads)
reduce(const float4* in, Both* of_blocks, unsigned* finished, Both* out, int fours) {
  __shared__ Both of_warps[2][kWarps];
  __shared__ bool last;
  Both own = {0, -INFINITY};
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < fours; i += gridDim.x * kThreads) {
    const float4 four = in[i];
    own.sum += (four.x + four.y) + (four.z + four.w);
    own.largest = fmaxf(own.largest, fmaxf(fmaxf(four.x, four.y), fmaxf(four.z, four.w)));
  }
  const Both all = of_block(own, of_warps[0]);
  if (threadIdx.x == 0) {
    of_blocks[blockIdx.x] = all;
    __threadfence();
    last = atomicAdd(finished, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  __threadfence();
  own = {0, -INFINITY};
  for (unsigned i = threadIdx.x; i < gridDim.x; i += kThreads) {
    const volatile Both& one = of_blocks[i];
    own.sum += one.sum;
    own.largest = fmaxf(own.largest, one.largest);
  }
  const Both whole = of_block(own, of_warps[1]);
  if (threadIdx.x == 0) *out = whole;
}
