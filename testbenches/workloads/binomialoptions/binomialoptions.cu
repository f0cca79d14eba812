// European calls priced by a binomial tree, one option per block. The values of one level of the tree are in global
// memory. A block loads 256 of them at a time into the scratchpad, goes back 32 time steps, and overwrites the old
// values with the 224 that are then right. So a tile is a trapezium of the tree, and neighbouring tiles overlap by 32
// values. Two arrays of 257 words (2,056 bytes of scratchpad a block) take turns, so one barrier a step is enough. A
// thread computes in every step, also where its result is not kept: it then uses whatever the array holds, at first 0.
constexpr int kThreads = 256, kSteps = 32, kKept = kThreads - kSteps, kMostOptions = 1024;

struct Option {
  float spot, strike;
  float log2_up;   // of the factor by which the price rises in one step
  float up, down;  // discounted probabilities of a rise and of a fall
};
__constant__ Option options[kMostOptions];

static __device__ __forceinline__ float earlier(const float* later, Option option) {
  return fmaf(option.up, later[1], option.down * later[0]);
}

// `values` has a row of `row` words for each option; `steps` is a multiple of 32.
extern "C" __global__ void __launch_bounds__(kThreads)
binomialoptions(float* __restrict__ values, float* __restrict__ prices, int steps, int row) {
  __shared__ float even[kThreads + 1], odd[kThreads + 1];
  const int thread = threadIdx.x;
  const Option option = options[blockIdx.x];
  float* const of_option = values + blockIdx.x * row;
  even[thread] = 0;
  if (thread == 0) even[kThreads] = odd[kThreads] = 0;

  // Prices at expiry after i rises and steps - i falls.
#pragma unroll 1
  for (int i = thread; i <= steps; i += kThreads) {
    const float growth = __nvvm_ex2_approx_f(option.log2_up * static_cast<float>(2 * i - steps));
    of_option[i] = fmaxf(fmaf(option.spot, growth, -option.strike), 0.0f);
  }
#pragma unroll 1
  for (int level = steps; level > 0; level -= kSteps) {
#pragma unroll 1
    for (int begin = 0; begin < level; begin += kKept) {
      const int last = min(kThreads - 1, level - begin), last_kept = last - kSteps;
      __syncthreads();
      if (thread <= last) even[thread] = of_option[begin + thread];
#pragma unroll 1
      for (int step = 0; step < kSteps; step += 2) {
        __syncthreads();
        odd[thread] = earlier(even + thread, option);
        __syncthreads();
        even[thread] = earlier(odd + thread, option);
      }
      __syncthreads();
      if (thread <= last_kept) of_option[begin + thread] = even[thread];
    }
  }
  if (thread == 0) prices[blockIdx.x] = even[0];
}
