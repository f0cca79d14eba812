// Scalar products of pairs of vectors; `a` and `b` hold one vector after another. A block takes every gridDim.x-th
// pair. Each of 1,024 accumulators (4,096 bytes of scratchpad a block) sums every 1,024th product, then a tree adds the
// accumulators.
constexpr int kThreads = 256, kAccumulators = 1024;

extern "C" __global__ void __launch_bounds__(kThreads)
scalarprod(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ products, int vectors,
           int elements) {
  __shared__ float partial[kAccumulators];
  for (int vector = blockIdx.x; vector < vectors; vector += gridDim.x) {
    const int begin = vector * elements, end = begin + elements;
    for (int slot = threadIdx.x; slot < kAccumulators; slot += kThreads) {
      float sum = 0;
#pragma unroll 1
      for (int i = begin + slot; i < end; i += kAccumulators) sum = fmaf(a[i], b[i], sum);
      partial[slot] = sum;
    }
#pragma unroll 1
    for (int stride = kAccumulators / 2; stride > 0; stride /= 2) {
      __syncthreads();
#pragma unroll 1
      for (int slot = threadIdx.x; slot < stride; slot += kThreads) partial[slot] += partial[slot + stride];
    }
    // The barrier is needed because the next pair's first sums overwrite values that this step may still read.
    __syncthreads();
    if (threadIdx.x == 0) products[vector] = partial[0];
  }
}
