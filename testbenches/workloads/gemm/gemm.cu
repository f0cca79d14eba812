// C = alpha A B + beta C, all row-major: A is m x k, B is k x n. A thread computes one element of C from global memory
// alone: a warp has 32 neighbours of a row of C, and reads one element of A and 32 neighbours of a row of B. As in
// PolyBench, the sum is kept in C's element in global memory; the compiler cannot know that C does not overlap A or B,
// so each step of the loop stores the sum.
constexpr int kWidth = 32, kHeight = 8;

extern "C" __global__ void __launch_bounds__(kWidth * kHeight)
gemm(const float* a, const float* b, float* c, int m, int n, int k, float alpha, float beta) {
  const int column = blockIdx.x * kWidth + threadIdx.x;
  const int row = blockIdx.y * kHeight + threadIdx.y;
  if (row >= m || column >= n) return;
  float* const element = c + row * n + column;
  const float* const own = a + row * k;
  const float* next = b + column;
  *element *= beta;
#pragma unroll 4
  for (int i = 0; i < k; ++i, next += n) *element += alpha * own[i] * *next;
}
