// Points of Niederreiter's sequence in base 2 and the normal distribution's quantiles.
//
// A block of 128 x 3 threads makes 128 points at a time; threadIdx.y is the dimension, whose 31 generating vectors are
// in constant memory. Each bit of a point's index decides whether one of them is added.
constexpr int kDimensions = 3, kBits = 31, kThreads = 128;
__constant__ unsigned generators[kDimensions][kBits];

extern "C" __global__ void __launch_bounds__(kThreads * kDimensions)
quasirandom_points(float* __restrict__ points, unsigned seed, unsigned count) {
  const unsigned dimension = threadIdx.y;
  float* const of_dimension = points + dimension * count;
  for (unsigned i = blockIdx.x * kThreads + threadIdx.x; i < count; i += gridDim.x * kThreads) {
    unsigned point = 0, index = seed + i;
#pragma unroll
    for (int bit = 0; bit < kBits; ++bit, index >>= 1) {
      if (index & 1) point ^= generators[dimension][bit];
    }
    // In (0, 1], as there is no quantile of 0.
    of_dimension[i] = static_cast<float>(point + 1) * 0x1p-31f;
  }
}

static __device__ __forceinline__ float logarithm(float x) {
  return 0.693147181f * __nvvm_lg2_approx_f(x);
}

// B. Moro, "The full Monte", Risk 8(2), 1995: a rational function between 0.08 and 0.92, outside a polynomial of the
// logarithm of the negative logarithm of the tail.
static __device__ __forceinline__ float quantile(float probability) {
  const float y = probability - 0.5f;
  if (y < 0.42f && y > -0.42f) {
    const float z = y * y;
    const float above = fmaf(fmaf(fmaf(-25.44106049637f, z, 41.39119773534f), z, -18.61500062529f), z, 2.50662823884f);
    const float below =
        fmaf(fmaf(fmaf(fmaf(3.13082909833f, z, -21.06224101826f), z, 23.08336743743f), z, -8.47351093090f), z, 1.0f);
    return y * above / below;
  }
  const float z = logarithm(-logarithm(y > 0 ? 1.0f - probability : probability));
  float x = fmaf(0.0000003960315187f, z, 0.0000002888167364f);
  x = fmaf(x, z, 0.0000321767881768f);
  x = fmaf(x, z, 0.0003951896511919f);
  x = fmaf(x, z, 0.0038405729373609f);
  x = fmaf(x, z, 0.0276438810333863f);
  x = fmaf(x, z, 0.1607979714918209f);
  x = fmaf(x, z, 0.9761690190917186f);
  x = fmaf(x, z, 0.3374754822726147f);
  return y > 0 ? x : -x;
}

// Quantiles of the `count` probabilities or, if there are none, of `count` numbers between 0 and 1 in equal steps.
extern "C" __global__ void __launch_bounds__(kThreads)
quasirandom_quantiles(float* __restrict__ quantiles, const float* __restrict__ probabilities, unsigned count) {
  const unsigned first = blockIdx.x * kThreads + threadIdx.x, threads = gridDim.x * kThreads;
  if (probabilities) {
    for (unsigned i = first; i < count; i += threads) quantiles[i] = quantile(probabilities[i]);
  } else {
    const float step = 1.0f / static_cast<float>(count + 1);
    for (unsigned i = first; i < count; i += threads) {
      quantiles[i] = quantile(rounded_product(static_cast<float>(i + 1), step));
    }
  }
}
