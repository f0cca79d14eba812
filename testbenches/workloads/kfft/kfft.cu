// Fourier transforms of 1,024 points, one for each block of 64 threads. A thread holds 16 points. It transforms them,
// exchanges points with the other threads through the scratchpad, transforms 16 others, exchanges again, and then makes
// four transforms of 4 points. Jatala et al., table IX: kfft has one scratchpad variable, 8,704 bytes and 64 threads
// per block. The paper does not describe the transform: 8,704 bytes are 1,024 points of 8 bytes with one more after
// every 16, and the 262,144 instructions relssp (table XI) are one for each thread of 4,096 blocks.
//
// A point's index n is t + 64 a, and t is s + 4 b. The first transform turns a into frequency p, the second turns b
// into q, the last turns s into r. The result's index is p + 16 q + 256 r.
//
// Section 8.3.2: the virtual thread blocks of VTB merge four blocks, those of VTB_PIPE two, which share one array:
// VTB      a part's turn is from the first write of the first exchange to the last read of the second.
// VTB_PIPE the turns are single exchanges, so that a part transforms while the other exchanges.
// All barriers are the whole block's.
constexpr int kRadix = 16, kThreads = 64, kPoints = kRadix * kThreads, kPadded = kPoints + kPoints / 16;
constexpr float kTurn = -6.28318530717958648f;

static __device__ __forceinline__ float2 plus(float2 a, float2 b) { return {a.x + b.x, a.y + b.y}; }
static __device__ __forceinline__ float2 minus(float2 a, float2 b) { return {a.x - b.x, a.y - b.y}; }
static __device__ __forceinline__ float2 times(float2 a, float2 b) {
  return {fmaf(a.x, b.x, -(a.y * b.y)), fmaf(a.x, b.y, a.y * b.x)};
}

// The frequencies come out in order.
static __device__ __forceinline__ void transform4(float2& a, float2& b, float2& c, float2& d) {
  const float2 even = plus(a, c), even_turned = minus(a, c), odd = plus(b, d), difference = minus(b, d);
  const float2 odd_turned = {difference.y, -difference.x};  // times -i
  a = plus(even, odd);
  b = plus(even_turned, odd_turned);
  c = minus(even, odd);
  d = minus(even_turned, odd_turned);
}

// The 16th root of unity to the power -k, where k is a product of two numbers below 4.
static __device__ __forceinline__ constexpr float2 root16(int k) {
  constexpr float kLong = 0.92387953251128674f, kShort = 0.38268343236508977f, kHalf = 0.70710678118654752f;
  return k == 1   ? float2{kLong, -kShort}
         : k == 2 ? float2{kHalf, -kHalf}
         : k == 3 ? float2{kShort, -kLong}
         : k == 4 ? float2{0.0f, -1.0f}
         : k == 6 ? float2{-kHalf, -kHalf}
         : k == 9 ? float2{-kLong, kShort}
                  : float2{1.0f, 0.0f};
}

// Frequency p is then at point[home(p)].
static __device__ __forceinline__ constexpr int home(int p) { return p % 4 * 4 + p / 4; }

static __device__ __forceinline__ void transform16(float2* point) {
#pragma unroll
  for (int i = 0; i < 4; ++i) transform4(point[i], point[i + 4], point[i + 8], point[i + 12]);
#pragma unroll
  for (int i = 1; i < 4; ++i) {
#pragma unroll
    for (int g = 1; g < 4; ++g) point[i + 4 * g] = times(point[i + 4 * g], root16(i * g));
  }
#pragma unroll
  for (int g = 0; g < 4; ++g) transform4(point[4 * g], point[4 * g + 1], point[4 * g + 2], point[4 * g + 3]);
}

// Multiplies frequency p by the `steps`-th root of unity to the power -p * `place`.
static __device__ __forceinline__ void twiddle(float2* point, int place, float steps) {
  const float angle = kTurn / steps * static_cast<float>(place);
#pragma unroll
  for (int p = 1; p < kRadix; ++p) {
    const float turned = angle * static_cast<float>(p);
    const float2 root = {__nvvm_cos_approx_f(turned), __nvvm_sin_approx_f(turned)};
    point[home(p)] = times(point[home(p)], root);
  }
}

// One word of padding after every 16, so that the accesses of every exchange are to different banks.
static __device__ __forceinline__ int padded(int place) { return place + (place >> 4); }

// The first exchange: thread t writes frequencies p of s + 4 b = t; thread (p, s) reads the points of all b.
static __device__ __forceinline__ void write_first(float2* exchange, const float2* point, int t) {
#pragma unroll
  for (int p = 0; p < kRadix; ++p) exchange[padded(t) + p * (kThreads + 4)] = point[home(p)];
}
static __device__ __forceinline__ void read_first(const float2* exchange, float2* point, int t) {
  const float2* const from = exchange + (t >> 2) * (kThreads + 4) + (t & 3);
#pragma unroll
  for (int b = 0; b < kRadix; ++b) point[b] = from[padded(4 * b)];
}

static __device__ __forceinline__ void transform_second(float2* point, int t) {
  transform16(point);
  twiddle(point, t & 3, 64.0f);
}

// The second exchange: thread (p, s) writes frequencies q; thread t reads all s of p + 16 q = t + 64 c, for each c.
static __device__ __forceinline__ void write_second(float2* exchange, const float2* point, int t) {
#pragma unroll
  for (int q = 0; q < kRadix; ++q) exchange[padded(t) + q * (kThreads + 4)] = point[home(q)];
}
static __device__ __forceinline__ void read_second(const float2* exchange, float2* point, int t) {
  const float2* const from = exchange + padded(4 * t);
#pragma unroll
  for (int i = 0; i < kRadix; ++i) point[i] = from[i / 4 * 4 * (kThreads + 4) + i % 4];
}

static __device__ __forceinline__ void begin(float2* point, const float2* own, int t) {
#pragma unroll
  for (int a = 0; a < kRadix; ++a) point[a] = own[a * kThreads];
  transform16(point);
  twiddle(point, t, kPoints);
}

static __device__ __forceinline__ void finish(float2* point, float2* own) {
#pragma unroll
  for (int c = 0; c < 4; ++c) {
    transform4(point[4 * c], point[4 * c + 1], point[4 * c + 2], point[4 * c + 3]);
#pragma unroll
    for (int r = 0; r < 4; ++r) own[kThreads * c + 4 * kThreads * r] = point[4 * c + r];
  }
}

extern "C" __global__ void __launch_bounds__(kThreads) kfft(float2* __restrict__ points) {
  __shared__ float2 exchange[kPadded];
  const int t = threadIdx.x;
  float2* const own = points + blockIdx.x * kPoints + t;
  float2 point[kRadix];
  begin(point, own, t);
  write_first(exchange, point, t);
  __syncthreads();
  read_first(exchange, point, t);
  __syncthreads();
  transform_second(point, t);
  write_second(exchange, point, t);
  __syncthreads();
  read_second(exchange, point, t);
  finish(point, own);
}

extern "C" __global__ void __launch_bounds__(4 * kThreads) kfft_vtb(float2* __restrict__ points) {
  __shared__ float2 exchange[kPadded];
  const int part = threadIdx.x / kThreads, t = threadIdx.x % kThreads;
  float2* const own = points + (blockIdx.x * 4 + part) * kPoints + t;
  float2 point[kRadix];
  begin(point, own, t);
#pragma unroll 1
  for (int turn = 0; turn < 4; ++turn) {
    if (part == turn) write_first(exchange, point, t);
    __syncthreads();
    if (part == turn) read_first(exchange, point, t);
    __syncthreads();
    if (part == turn) {
      transform_second(point, t);
      write_second(exchange, point, t);
    }
    __syncthreads();
    if (part == turn) read_second(exchange, point, t);
    __syncthreads();
  }
  finish(point, own);
}

extern "C" __global__ void __launch_bounds__(2 * kThreads) kfft_vtb_pipe(float2* __restrict__ points) {
  __shared__ float2 exchange[kPadded];
  const int part = threadIdx.x / kThreads, t = threadIdx.x % kThreads;
  float2* const own = points + (blockIdx.x * 2 + part) * kPoints + t;
  float2 point[kRadix];
  begin(point, own, t);
#pragma unroll 1
  for (int turn = 0; turn < 2; ++turn) {
    if (part == turn) write_first(exchange, point, t);
    __syncthreads();
    if (part == turn) read_first(exchange, point, t);
    __syncthreads();
    if (part == turn) transform_second(point, t);
  }
#pragma unroll 1
  for (int turn = 0; turn < 2; ++turn) {
    if (part == turn) write_second(exchange, point, t);
    __syncthreads();
    if (part == turn) read_second(exchange, point, t);
    __syncthreads();
  }
  finish(point, own);
}
