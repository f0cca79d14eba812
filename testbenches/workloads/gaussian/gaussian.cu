// Gaussian elimination without pivoting, a pair of launches a column. A row of the matrix is `size` floats. As in the
// original threads that lie side by side have rows that lie one below the other, so that what a warp reads coalesces
// badly, and the second grid is as large as the whole matrix to the last column: threads without an element end.

// The factors that take column `step` out of the rows below row `step`, into the same column of `factors`.
extern "C" __global__ void __launch_bounds__(512)
gaussian_factors(float* __restrict__ factors, const float* __restrict__ matrix, int size, int step) {
  const int below = blockIdx.x * blockDim.x + threadIdx.x;
  if (below >= size - 1 - step) return;
  const int element = (below + step + 1) * size + step;
  factors[element] = matrix[element] / matrix[step * size + step];
}

// The rows below row `step` without it; thread (x, 0) has the right-hand side too.
extern "C" __global__ void __launch_bounds__(256)
gaussian_eliminate(const float* factors, float* matrix, float* right, int size, int step) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= size - 1 - step || y >= size - step) return;
  const int row = x + step + 1, column = y + step;
  const float factor = factors[row * size + step];
  matrix[row * size + column] = fmaf(-factor, matrix[step * size + column], matrix[row * size + column]);
  if (y == 0) right[row] = fmaf(-factor, right[step], right[row]);
}
