// A one-dimensional Haar wavelet transform. A block halves its part of the signal again and again in the scratchpad:
// the scaled sum of each pair goes on to the next level, the scaled difference is a coefficient of the result. The
// result holds the approximation first, then the differences, from the coarsest level to the finest.
//
// The scratchpad has a word for each sample and one word of padding after every 16, so that distant pairs do not share
// one of 16 banks: 8 (n + n/16) bytes for n threads.
constexpr float kHalfRoot = 0.70710678118654752f;

static __device__ __forceinline__ int padded(int index) { return index + (index >> 4); }

// Computes at most 1 + log2(threads) levels. `half` is half the number of samples; the differences of the first level
// go to result[half] and on. The last sum of block b goes to sums[b].
extern "C" __global__ void __launch_bounds__(512)
dwthaar(const float* __restrict__ signal, float* __restrict__ result, float* __restrict__ sums, int levels, int half) {
  extern __shared__ float samples[];
  const int thread = threadIdx.x, threads = blockDim.x, block = blockIdx.x;
  const int begin = 2 * block * threads + thread;
  samples[thread] = signal[begin];
  samples[thread + threads] = signal[begin + threads];
  __syncthreads();

  // The first level's pairs are neighbours, without padding.
  const float even = samples[2 * thread], odd = samples[2 * thread + 1];
  __syncthreads();
  result[half + block * threads + thread] = (even - odd) * kHalfRoot;
  samples[padded(thread)] = (even + odd) * kHalfRoot;
  __syncthreads();

  int active = threads / 2, distance = 1, left = 2 * thread;
#pragma unroll 1
  for (int level = 1; level < levels; ++level) {
    if (thread < active) {
      const int right = left + distance;
      const float a = samples[padded(left)], b = samples[padded(right)];
      result[active * gridDim.x + block * active + thread] = (a - b) * kHalfRoot;
      samples[padded(left)] = (a + b) * kHalfRoot;
      active /= 2;
      left *= 2;
      distance *= 2;
    }
    __syncthreads();
  }
  if (thread == 0) sums[block] = samples[0];
}
