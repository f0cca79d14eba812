// C = A B + C in f64, 8 x 8 tiles in the scratchpad.
extern "C" __global__ void matrix_f64(const double* a, const double* b, double* c, int n) {
  __shared__ double tile_a[8][9], tile_b[8][9];
  const int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 8 + x, row = blockIdx.y * 8 + y;
  double sum = c[row * n + column];
  for (int k = 0; k < n; k += 8) {
    tile_a[y][x] = a[row * n + k + x];
    tile_b[y][x] = b[(k + y) * n + column];
    __syncthreads();
    for (int j = 0; j < 8; ++j) sum = fma(tile_a[y][j], tile_b[j][x], sum);
    __syncthreads();
  }
  c[row * n + column] = sum;
}
