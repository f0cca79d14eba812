// Points of a Sobol sequence, dimension by dimension: row y of the grid makes `vectors` coordinates of dimension y. The
// dimension's 32 direction numbers are staged in the scratchpad (128 bytes per block). A thread makes its first point
// from the Gray code of its index. Then it advances by the number of threads in the grid's row, a power of two that is
// at least 64: the Gray codes of two such points differ in two bits, one of which is always the same.
constexpr int kThreads = 64, kBits = 32;

extern "C" __global__ void __launch_bounds__(kThreads)
sobol(const unsigned* __restrict__ directions, float* __restrict__ points, unsigned vectors) {
  __shared__ unsigned direction[kBits];
  if (threadIdx.x < kBits) direction[threadIdx.x] = directions[blockIdx.y * kBits + threadIdx.x];
  __syncthreads();

  float* const of_dimension = points + blockIdx.y * vectors;
  const unsigned stride = gridDim.x * kThreads, first = blockIdx.x * kThreads + threadIdx.x;
  const int stride_bit = __ffs(stride) - 1;
  unsigned gray = first ^ (first >> 1), point = 0;
#pragma unroll 1
  for (int bit = 0; bit < stride_bit; ++bit) {
    point ^= -(gray & 1) & direction[bit];
    gray >>= 1;
  }
  if (first < vectors) of_dimension[first] = static_cast<float>(point) * 0x1p-32f;

  const unsigned always = direction[stride_bit - 1];
#pragma unroll 1
  for (unsigned i = first + stride; i < vectors; i += stride) {
    // The lowest zero bit of the previous point's index, among those above the stride.
    point ^= always ^ direction[__ffs(~((i - stride) | (stride - 1))) - 1];
    of_dimension[i] = static_cast<float>(point) * 0x1p-32f;
  }
}
