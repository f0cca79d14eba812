// Fourier transforms of 512 points, one transform for each block of 64 threads. A thread holds 8 points and transforms
// them in its registers three times. Between the transforms all threads exchange points through the scratchpad, first
// the real parts, then the imaginary ones (2,304 bytes per block).
//
// A point's index is t + 64 a, and t is s + 8 b. The first transform turns a into frequency p, the second turns b into
// q, and the third turns s into r. The result's index is p + 8 q + 64 r.
constexpr int kPoints = 512, kRadix = 8, kThreads = kPoints / kRadix;
constexpr int kPlane = 72;    // words between two p: 4 x 8 threads of a warp read from 32 different banks
constexpr int kColumn = 68;   // words between two s: 8 x 4 threads of a warp write to 32 different banks
constexpr float kHalfRoot = 0.70710678118654752f, kTurn = -6.28318530717958648f;

static __device__ __forceinline__ float2 plus(float2 a, float2 b) { return {a.x + b.x, a.y + b.y}; }
static __device__ __forceinline__ float2 minus(float2 a, float2 b) { return {a.x - b.x, a.y - b.y}; }
static __device__ __forceinline__ float2 times(float2 a, float2 b) {
  return {fmaf(a.x, b.x, -(a.y * b.y)), fmaf(a.x, b.y, a.y * b.x)};
}
static __device__ __forceinline__ float2 times_minus_i(float2 a) { return {a.y, -a.x}; }

static __device__ __forceinline__ void butterfly(float2& a, float2& b) {
  const float2 sum = plus(a, b);
  b = minus(a, b);
  a = sum;
}

static __device__ __forceinline__ void transform4(float2& a, float2& b, float2& c, float2& d) {
  butterfly(a, c);
  butterfly(b, d);
  d = times_minus_i(d);
  butterfly(a, b);
  butterfly(c, d);
}

// Frequency k is then at point[reversed(k)].
static __device__ __forceinline__ void transform8(float2* point) {
#pragma unroll
  for (int i = 0; i < 4; ++i) butterfly(point[i], point[i + 4]);
  point[5] = {kHalfRoot * (point[5].x + point[5].y), kHalfRoot * (point[5].y - point[5].x)};
  point[6] = times_minus_i(point[6]);
  point[7] = {kHalfRoot * (point[7].y - point[7].x), -kHalfRoot * (point[7].x + point[7].y)};
  transform4(point[0], point[1], point[2], point[3]);
  transform4(point[4], point[5], point[6], point[7]);
}

// The three bits of an index in opposite order.
static __device__ __forceinline__ constexpr int reversed(int k) { return (k & 1) << 2 | (k & 2) | k >> 2; }

// Multiplies frequency k by the `steps`-th root of unity to the power -k * `place`.
static __device__ __forceinline__ void twiddle(float2* point, int place, float steps) {
  const float angle = kTurn / steps * static_cast<float>(place);
#pragma unroll
  for (int k = 1; k < kRadix; ++k) {
    const float turned = angle * static_cast<float>(k);
    const float2 root = {__nvvm_cos_approx_f(turned), __nvvm_sin_approx_f(turned)};
    point[reversed(k)] = times(point[reversed(k)], root);
  }
}

// Writes frequency k to `to` in steps of `write_step`, reads points from `from` in steps of `read_step`.
static __device__ __forceinline__ void exchange(float2* point, float* to, int write_step, const float* from,
                                                int read_step) {
#pragma unroll
  for (int k = 0; k < kRadix; ++k) to[k * write_step] = point[reversed(k)].x;
  __syncthreads();
#pragma unroll
  for (int i = 0; i < kRadix; ++i) point[i].x = from[i * read_step];
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kRadix; ++k) to[k * write_step] = point[reversed(k)].y;
  __syncthreads();
#pragma unroll
  for (int i = 0; i < kRadix; ++i) point[i].y = from[i * read_step];
  __syncthreads();
}

extern "C" __global__ void __launch_bounds__(kThreads)
fft512(float2* __restrict__ points) {
  __shared__ float part[kRadix * kPlane];
  const int thread = threadIdx.x, high = thread >> 3, low = thread & 7;
  float2* const own = points + blockIdx.x * kPoints + thread;
  float2 point[kRadix];
#pragma unroll
  for (int a = 0; a < kRadix; ++a) point[a] = own[a * kThreads];

  transform8(point);
  twiddle(point, thread, kPoints);
  // Gives the points of all b to thread (p, s).
  exchange(point, part + thread, kPlane, part + high * kPlane + low, kRadix);
  transform8(point);
  twiddle(point, low, kThreads);
  // Gives the points of all s to thread (q, p).
  exchange(point, part + low * kColumn + high, kRadix, part + thread, kColumn);
  transform8(point);
#pragma unroll
  for (int r = 0; r < kRadix; ++r) own[r * kThreads] = point[reversed(r)];
}
