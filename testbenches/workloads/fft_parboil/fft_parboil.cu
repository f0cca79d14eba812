// Fourier transforms of 256 points, one transform for each block of 128 threads, two points per thread. Eight times
// every thread rotates its second point and replaces the two by their sum and difference. Between these steps all
// threads exchange points through the scratchpad (2,048 bytes per block). The order is Stockham's: a step joins spectra
// of `half` lines into spectra of twice as many. Before it, thread t holds line t % half of two of them, and it writes
// its results where the next step reads them. No step reverses bits.
constexpr int kPoints = 256, kThreads = kPoints / 2;

// cos and sin of -pi * x, 0 <= x < 1, in double precision up to the last conversion. The angle is the nearest multiple
// of a quarter turn and a rest of -pi / 4 to pi / 4, for which the next terms of both series are below 2^-29.
static __device__ __forceinline__ float2 turned(double x) {
  const int quarter = (x >= 0.25) + (x >= 0.75);
  const double angle = -3.14159265358979324 * (x - 0.5 * quarter), square = angle * angle;
  double cosine = fma(square, -1.0 / 3628800, 1.0 / 40320);
  cosine = fma(square, cosine, -1.0 / 720);
  cosine = fma(square, cosine, 1.0 / 24);
  cosine = fma(square, cosine, -0.5);
  cosine = fma(square, cosine, 1.0);
  double sine = fma(square, 1.0 / 362880, -1.0 / 5040);
  sine = fma(square, sine, 1.0 / 120);
  sine = fma(square, sine, -1.0 / 6);
  sine = fma(square * angle, sine, angle);
  const float c = static_cast<float>(cosine), s = static_cast<float>(sine);
  return quarter == 0 ? float2{c, s} : quarter == 1 ? float2{s, -c} : float2{-c, -s};
}

// Joins a line of the spectrum of the even points with one of the odd points: the results are the lines that are `x` of
// the way through the first and the second half of the joined spectrum.
static __device__ __forceinline__ void join(float2& even, float2& odd, double x) {
  const float2 root = turned(x);
  const float2 turned_odd = {fmaf(odd.x, root.x, -(odd.y * root.y)), fmaf(odd.x, root.y, odd.y * root.x)};
  odd = {even.x - turned_odd.x, even.y - turned_odd.y};
  even = {even.x + turned_odd.x, even.y + turned_odd.y};
}

extern "C" __global__ void __launch_bounds__(kThreads)
fft_parboil(const float2* __restrict__ points, float2* __restrict__ spectra) {
  __shared__ float real[kPoints];
  __shared__ float imaginary[kPoints];
  const int t = threadIdx.x, own = blockIdx.x * kPoints + t;
  float2 first = points[own], second = points[own + kThreads];
  double step = 1.0;  // 1 / half
#pragma unroll 1
  for (int half = 1; half < kThreads; half *= 2, step *= 0.5) {
    const int line = t & (half - 1);
    join(first, second, line * step);
    const int to = 2 * (t - line) + line;
    real[to] = first.x;
    imaginary[to] = first.y;
    real[to + half] = second.x;
    imaginary[to + half] = second.y;
    __syncthreads();
    first = {real[t], imaginary[t]};
    second = {real[t + kThreads], imaginary[t + kThreads]};
    __syncthreads();
  }
  join(first, second, t * step);
  spectra[own] = first;
  spectra[own + kThreads] = second;
}
