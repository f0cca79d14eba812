// The two products of a step of BiCG: s = A^T r and q = A p, A row-major. A thread computes one element of a result. In
// the first kernel a warp reads 32 neighbours of a row of A, in the second it reads 32 rows, each in its own cache
// line. As in PolyBench, the sum is kept in the result's element in global memory; the compiler cannot know that the
// result does not overlap an input, so each step of the loop stores the sum.
constexpr int kThreads = 256;

extern "C" __global__ void __launch_bounds__(kThreads)
bicg_transposed(const float* a, const float* r, float* s, int rows, int columns) {
  const int column = blockIdx.x * kThreads + threadIdx.x;
  if (column >= columns) return;
  const float* next = a + column;
  s[column] = 0;
#pragma unroll 4
  for (int row = 0; row < rows; ++row, next += columns) s[column] += *next * r[row];
}

extern "C" __global__ void __launch_bounds__(kThreads)
bicg_product(const float* a, const float* p, float* q, int rows, int columns) {
  const int row = blockIdx.x * kThreads + threadIdx.x;
  if (row >= rows) return;
  const float* const own = a + row * columns;
  q[row] = 0;
#pragma unroll 4
  for (int column = 0; column < columns; ++column) q[row] += own[column] * p[column];
}
