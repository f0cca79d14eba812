// An image compressed to DXT1, 4 x 4 pixels in 64 bits, as in the CUDA samples' dxtc: one block of 64 threads for 4 x 4
// pixels. The 16 colours are sorted along the line that fits them best. Then the kernel tries every way to cut them
// into four or three runs: it computes the two ends that fit each cut best in least squares, rounds them to 5, 6 and 5
// bits, and computes the remaining error. The scratchpad has 768 bytes: the sorted colours, their ranks, and the
// threads' least errors and choices.
//
// In dxtc_calls the fits, their rounding and the choice of the least error are calls, as they are functions of the
// sample; in dxtc all is one kernel. A fit returns the error and both ends in 64 bits. A product that goes into a sum
// is fused by fmaf or rounded by rounded_product, as on the CPU.
constexpr int kThreads = 64, kPixels = 16, kIterations = 8;

// Volatile, because clang 14 reuses a word that a thread has read or written before a barrier, although other threads
// may have changed it.
static volatile __shared__ float colours[kPixels][3];
static volatile __shared__ int ranks[kPixels];
static volatile __shared__ float errors[kThreads];  // at first the colours' places on the line
static volatile __shared__ int choices[kThreads];

static __device__ __forceinline__ float dot(float3 a, float3 b) {
  return fmaf(a.z, b.z, fmaf(a.y, b.y, rounded_product(a.x, b.x)));
}

// The greatest eigenvector of the covariance, by iteration.
static __device__ __forceinline__ float3 best_line() {
  float3 mean = {0.0f, 0.0f, 0.0f};
#pragma unroll
  for (int i = 0; i < kPixels; ++i) {
    mean.x += colours[i][0];
    mean.y += colours[i][1];
    mean.z += colours[i][2];
  }
  mean = {mean.x / kPixels, mean.y / kPixels, mean.z / kPixels};
  float xx = 0.0f, xy = 0.0f, xz = 0.0f, yy = 0.0f, yz = 0.0f, zz = 0.0f;
#pragma unroll
  for (int i = 0; i < kPixels; ++i) {
    const float x = colours[i][0] - mean.x, y = colours[i][1] - mean.y, z = colours[i][2] - mean.z;
    xx = fmaf(x, x, xx);
    xy = fmaf(x, y, xy);
    xz = fmaf(x, z, xz);
    yy = fmaf(y, y, yy);
    yz = fmaf(y, z, yz);
    zz = fmaf(z, z, zz);
  }
  float3 line = {1.0f, 1.0f, 1.0f};
#pragma unroll 1
  for (int i = 0; i < kIterations; ++i) {
    const float3 next = {dot({xx, xy, xz}, line), dot({xy, yy, yz}, line), dot({xz, yz, zz}, line)};
    const float largest = fmaxf(fmaxf(next.x, next.y), next.z);
    // 0 where all colours are alike.
    const float scale = largest > 0.0f ? 1.0f / largest : 1.0f;
    line = {next.x * scale, next.y * scale, next.z * scale};
  }
  return line;
}

static __device__ __forceinline__ unsigned rounded_channel(float value, float most) {
  return static_cast<unsigned>(fmaf(fminf(fmaxf(value, 0.0f), 1.0f), most, 0.5f));
}
static __device__ __forceinline__ unsigned inlined_rounded(float red, float green, float blue) {
  return rounded_channel(red, 31.0f) << 11 | rounded_channel(green, 63.0f) << 5 | rounded_channel(blue, 31.0f);
}
static __device__ __noinline__ unsigned dxtc_rounded(float red, float green, float blue) {
  return inlined_rounded(red, green, blue);
}
template <bool kCalls>
static __device__ __forceinline__ unsigned rounded(float3 c) {
  if constexpr (kCalls) return dxtc_rounded(c.x, c.y, c.z);
  return inlined_rounded(c.x, c.y, c.z);
}

static __device__ __forceinline__ float3 expanded(unsigned colour) {
  return {static_cast<float>(colour >> 11) * (1.0f / 31.0f), static_cast<float>(colour >> 5 & 63) * (1.0f / 63.0f),
          static_cast<float>(colour & 31) * (1.0f / 31.0f)};
}

// The squared error of ends a and b in one channel, without the sum of the squared colours; multiplied by the squared
// steps.
static __device__ __forceinline__ float channel_error(float a, float b, float first, float second, float aa, float bb,
                                                      float two_ab, float two_steps) {
  const float of_b = fmaf(bb, b, -rounded_product(two_steps, second));
  const float of_a = fmaf(aa, a, -rounded_product(two_steps, first));
  return fmaf(a, of_a, fmaf(b, of_b, rounded_product(rounded_product(two_ab, a), b)));
}

// The best two ends for the colours' codes. A colour is `weight` of kSteps steps away from the second end. `codes` has
// two bits for each colour: 0 and 1 are the ends, 2 and 3 lie between. `sum` is the sum of all colours. The error is in
// the result's upper 32 bits; below it are the first end and the second.
template <int kSteps, bool kCalls>
static __device__ __forceinline__ unsigned long long inlined_fit(unsigned codes, float3 sum) {
  constexpr unsigned kWeights = kSteps == 3 ? 0x1203 : 0x0102;  // the weight of each code, from the lowest digit
  int weights = 0, squares = 0;
  float3 first = {0.0f, 0.0f, 0.0f};
#pragma unroll
  for (int i = 0; i < kPixels; ++i) {
    const int weight = kWeights >> (codes >> 2 * i & 3) * 4 & 3;
    weights += weight;
    squares += weight * weight;
    first.x = fmaf(static_cast<float>(weight), colours[i][0], first.x);
    first.y = fmaf(static_cast<float>(weight), colours[i][1], first.y);
    first.z = fmaf(static_cast<float>(weight), colours[i][2], first.z);
  }
  const float3 second = {fmaf(kSteps, sum.x, -first.x), fmaf(kSteps, sum.y, -first.y), fmaf(kSteps, sum.z, -first.z)};
  const float aa = squares, ab = kSteps * weights - squares;
  const float bb = kPixels * kSteps * kSteps - 2 * kSteps * weights + squares;
  const float scale = kSteps / fmaf(aa, bb, -rounded_product(ab, ab));
  const unsigned a = rounded<kCalls>({scale * fmaf(first.x, bb, -rounded_product(second.x, ab)),
                                      scale * fmaf(first.y, bb, -rounded_product(second.y, ab)),
                                      scale * fmaf(first.z, bb, -rounded_product(second.z, ab))});
  const unsigned b = rounded<kCalls>({scale * fmaf(second.x, aa, -rounded_product(first.x, ab)),
                                      scale * fmaf(second.y, aa, -rounded_product(first.y, ab)),
                                      scale * fmaf(second.z, aa, -rounded_product(first.z, ab))});
  const float3 end_a = expanded(a), end_b = expanded(b);
  const float error =
      (channel_error(end_a.x, end_b.x, first.x, second.x, aa, bb, 2.0f * ab, 2 * kSteps) +
       channel_error(end_a.y, end_b.y, first.y, second.y, aa, bb, 2.0f * ab, 2 * kSteps) +
       channel_error(end_a.z, end_b.z, first.z, second.z, aa, bb, 2.0f * ab, 2 * kSteps)) *
      (1.0f / (kSteps * kSteps));
  return static_cast<unsigned long long>(__builtin_bit_cast(unsigned, error)) << 32 | a << 16 | b;
}
template <int kSteps>
static __device__ __noinline__ unsigned long long dxtc_fit(unsigned codes, float red, float green, float blue) {
  return inlined_fit<kSteps, true>(codes, {red, green, blue});
}
template <int kSteps, bool kCalls>
static __device__ __forceinline__ unsigned long long fit(unsigned codes, float3 sum) {
  if constexpr (kCalls) return dxtc_fit<kSteps>(codes, sum.x, sum.y, sum.z);
  return inlined_fit<kSteps, false>(codes, sum);
}

// The first of the threads with the least error.
static __device__ __forceinline__ int inlined_least(float error) {
  const int t = threadIdx.x;
  errors[t] = error;
  choices[t] = t;
  __syncthreads();
#pragma unroll 1
  for (int reach = kThreads / 2; reach > 0; reach /= 2) {
    if (t < reach) {
      const float other = errors[t + reach], own = errors[t];
      const int others = choices[t + reach];
      if (other < own || (other == own && others < choices[t])) {
        errors[t] = other;
        choices[t] = others;
      }
    }
    __syncthreads();
  }
  return choices[0];
}
static __device__ __noinline__ int dxtc_least(float error) { return inlined_least(error); }
template <bool kCalls>
static __device__ __forceinline__ int least(float error) {
  if constexpr (kCalls) return dxtc_least(error);
  return inlined_least(error);
}

// Writes a block of DXT1: if the greater end comes first there are four colours, else three, and code 3 is black.
static __device__ __forceinline__ int2 encoded(unsigned ends, unsigned codes, bool three) {
  unsigned first = ends >> 16, second = ends & 0xffff;
  if (three ? first > second : first < second) {
    const unsigned end = first;
    first = second;
    second = end;
    codes ^= three ? 0x55555555 & ~(codes >> 1) : 0x55555555;
  }
  if (first == second) codes = 0;
  unsigned of_pixels = 0;
#pragma unroll
  for (int i = 0; i < kPixels; ++i) of_pixels |= (codes >> 2 * ranks[i] & 3) << 2 * i;
  return {static_cast<int>(first | second << 16), static_cast<int>(of_pixels)};
}

// Stores the block's colours in the scratchpad, sorted along their best line; each thread stores one.
static __device__ __forceinline__ void sort_colours(const unsigned* pixels) {
  const int t = threadIdx.x;
  float3 own = {0.0f, 0.0f, 0.0f};
  if (t < kPixels) {
    const unsigned pixel = pixels[blockIdx.x * kPixels + t];
    own = {static_cast<float>(pixel & 0xff) * (1.0f / 255.0f), static_cast<float>(pixel >> 8 & 0xff) * (1.0f / 255.0f),
           static_cast<float>(pixel >> 16 & 0xff) * (1.0f / 255.0f)};
    colours[t][0] = own.x;
    colours[t][1] = own.y;
    colours[t][2] = own.z;
  }
  __syncthreads();
  if (t < kPixels) errors[t] = dot(own, best_line());
  __syncthreads();
  if (t < kPixels) {
    const float place = errors[t];
    int rank = 0;
#pragma unroll
    for (int i = 0; i < kPixels; ++i) {
      const float other = errors[i];
      rank += other < place || (other == place && i < t);
    }
    ranks[t] = rank;
    colours[rank][0] = own.x;
    colours[rank][1] = own.y;
    colours[rank][2] = own.z;
  }
  __syncthreads();
}

// `permutations` has `fours` cuts into four runs and then `threes` into three, as codes of the sorted colours.
template <bool kCalls>
static __device__ __forceinline__ void compress(const unsigned* permutations, const unsigned* pixels, int2* result,
                                                int fours, int threes) {
  const int t = threadIdx.x;
  sort_colours(pixels);
  float3 sum = {0.0f, 0.0f, 0.0f};
#pragma unroll 4
  for (int i = 0; i < kPixels; ++i) {
    sum.x += colours[i][0];
    sum.y += colours[i][1];
    sum.z += colours[i][2];
  }
  float best_error = 3e38f;
  unsigned ends = 0;
  int best = 0;
#pragma unroll 1
  for (int i = t; i < fours + threes; i += kThreads) {
    const unsigned codes = permutations[i];
    const unsigned long long fitted = i < fours ? fit<3, kCalls>(codes, sum) : fit<2, kCalls>(codes, sum);
    const float error = __builtin_bit_cast(float, static_cast<unsigned>(fitted >> 32));
    if (error < best_error) {
      best_error = error;
      ends = static_cast<unsigned>(fitted);
      best = i;
    }
  }
  if (least<kCalls>(best_error) == t) result[blockIdx.x] = encoded(ends, permutations[best], best >= fours);
}

#define DXTC_KERNEL(name, calls)                                                                                    \
  extern "C" __global__ void __launch_bounds__(kThreads)                                                            \
  name(const unsigned* __restrict__ permutations, const unsigned* __restrict__ pixels, int2* __restrict__ result,   \
       int fours, int threes) {                                                                                     \
    compress<calls>(permutations, pixels, result, fours, threes);                                                   \
  }
DXTC_KERNEL(dxtc, false)
DXTC_KERNEL(dxtc_calls, true)
#undef DXTC_KERNEL
