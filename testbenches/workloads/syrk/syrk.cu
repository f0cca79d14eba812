// C = alpha A A^T + beta C, both row-major: A is n x k, C is n x n and computed in full. A thread computes one element
// of C from global memory alone: a warp has 32 neighbours of a row of C, and reads one element of its row of A and one
// of each of 32 other rows, each in its own cache line. As in PolyBench, the sum is kept in C's element in global
// memory; the compiler cannot know that C does not overlap A, so each step of the loop stores the sum.
constexpr int kWidth = 32, kHeight = 8;

extern "C" __global__ void __launch_bounds__(kWidth * kHeight)
syrk(const float* a, float* c, int n, int k, float alpha, float beta) {
  const int column = blockIdx.x * kWidth + threadIdx.x;
  const int row = blockIdx.y * kHeight + threadIdx.y;
  if (row >= n || column >= n) return;
  float* const element = c + row * n + column;
  const float* const own = a + row * k;
  const float* const other = a + column * k;
  *element *= beta;
#pragma unroll 4
  for (int i = 0; i < k; ++i) *element += alpha * own[i] * other[i];
}
