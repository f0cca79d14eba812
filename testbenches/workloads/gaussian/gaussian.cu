// Gaussian elimination without pivoting, two launches for each column. A row of the matrix has `size` floats. As in the
// original, neighbouring threads work on rows below each other, so a warp's accesses coalesce badly; and up to the last
// column the second grid is as large as the whole matrix: threads without an element end.

// For each row below row `step`, stores the factor that eliminates column `step` in the same column of `factors`.
extern "C" __global__ void __launch_bounds__(512)
gaussian_factors(float* __restrict__ factors, const float* __restrict__ matrix, int size, int step) {
  const int below = blockIdx.x * blockDim.x + threadIdx.x;
  if (below >= size - 1 - step) return;
  const int element = (below + step + 1) * size + step;
  factors[element] = matrix[element] / matrix[step * size + step];
}

// Subtracts row `step`, times the factor, from the rows below it; thread (x, 0) also updates the right-hand side.
extern "C" __global__ void __launch_bounds__(256)
gaussian_eliminate(const float* factors, float* matrix, float* right, int size, int step) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= size - 1 - step || y >= size - step) return;
  const int row = x + step + 1, column = y + step;
  const float factor = factors[row * size + step];
  matrix[row * size + column] = fmaf(-factor, matrix[step * size + column], matrix[row * size + column]);
  if (y == 0) right[row] = fmaf(-factor, right[step], right[row]);
}
