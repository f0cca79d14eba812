// y = alpha A x, A column-major with `stride` elements from one column to the next. A thread computes one row, so a
// warp reads 32 neighbours of a column; 128 elements of x at a time are staged in the scratchpad (512 bytes per block).
// The stride is a multiple of 128, so that the threads after the last row read padding.
constexpr int kThreads = 128;

extern "C" __global__ void __launch_bounds__(kThreads)
sgemv(const float* __restrict__ a, const float* __restrict__ x, float* __restrict__ y, int rows, int columns,
      int stride, float alpha) {
  __shared__ float staged[kThreads];
  const int row = blockIdx.x * kThreads + threadIdx.x;
  const int whole = columns / kThreads * kThreads;
  const float* next = a + row;
  float sum = 0;
#pragma unroll 1
  for (int done = 0; done < whole; done += kThreads) {
    __syncthreads();
    staged[threadIdx.x] = x[done + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < kThreads; ++i) {
      sum = fmaf(*next, staged[i], sum);
      next += stride;
    }
  }
  if (whole < columns) {
    __syncthreads();
    if (whole + static_cast<int>(threadIdx.x) < columns) staged[threadIdx.x] = x[whole + threadIdx.x];
    __syncthreads();
#pragma unroll 1
    for (int i = 0; i < columns - whole; ++i) {
      sum = fmaf(*next, staged[i], sum);
      next += stride;
    }
  }
  if (row < rows) y[row] = alpha * sum;
}
