// y = A x with a sparse matrix in two formats. CSR: one row per warp, whose lanes' sums are added by shuffles. ELL: one
// row per thread; entries are stored column by column, so that neighbouring threads read neighbouring words, and short
// rows are padded with columns of -1.
#include "../device.cuh"

constexpr int kThreads = 128;

extern "C" __global__ void __launch_bounds__(kThreads)
spmv_csr(const int* starts, const int* columns, const float* values, const float* x, float* y, int rows) {
  const int row = (blockIdx.x * kThreads + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int i = starts[row] + lane, end = starts[row + 1]; i < end; i += 32)
    sum = fmaf(values[i], __ldg(x + columns[i]), sum);
  sum = warp_sum(sum);
  if (lane == 0) y[row] = sum;
}

extern "C" __global__ void __launch_bounds__(kThreads)
spmv_ell(const int* columns, const float* values, const float* x, float* y, int rows, int width) {
  const int row = blockIdx.x * kThreads + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
#pragma unroll 4
  for (int i = 0; i < width; ++i) {
    const int column = columns[i * rows + row];
    if (column >= 0) sum = fmaf(values[i * rows + row], __ldg(x + column), sum);
  }
  y[row] = sum;
}
