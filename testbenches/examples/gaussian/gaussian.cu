// Gaussian elimination, two launches for each column: the first computes the multiplier of each row below the diagonal,
// the second subtracts the diagonal's row times the multiplier from each of these rows. The matrix is stored by rows.
__global__ void find_multipliers(const float* matrix, float* multipliers, int size, int column) {
  const int row = column + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (row < size) multipliers[row] = matrix[row * size + column] / matrix[column * size + column];
}

__global__ void eliminate(float* matrix, float* right, const float* multipliers, int size, int column) {
  const int x = column + blockIdx.x * blockDim.x + threadIdx.x;
  const int row = column + 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= size || row >= size) return;
  matrix[row * size + x] -= multipliers[row] * matrix[column * size + x];
  if (x == column) right[row] -= multipliers[row] * right[column];
}
