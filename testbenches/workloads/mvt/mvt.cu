// x1 += A y1 and x2 += A^T y2, A square and row-major. A thread computes one element of a result: in the first kernel a
// warp reads 32 rows of A, each in its own cache line, in the second it reads 32 neighbours of a row. As in PolyBench,
// the sum is kept in the result's element in global memory; the compiler cannot know that the result does not overlap
// an input, so each step of the loop stores the sum.
constexpr int kThreads = 256;

extern "C" __global__ void __launch_bounds__(kThreads)
mvt_product(const float* a, const float* y, float* x, int n) {
  const int row = blockIdx.x * kThreads + threadIdx.x;
  if (row >= n) return;
  const float* const own = a + row * n;
#pragma unroll 4
  for (int column = 0; column < n; ++column) x[row] += own[column] * y[column];
}

extern "C" __global__ void __launch_bounds__(kThreads)
mvt_transposed(const float* a, const float* y, float* x, int n) {
  const int column = blockIdx.x * kThreads + threadIdx.x;
  if (column >= n) return;
  const float* next = a + column;
#pragma unroll 4
  for (int row = 0; row < n; ++row, next += n) x[column] += *next * y[row];
}
