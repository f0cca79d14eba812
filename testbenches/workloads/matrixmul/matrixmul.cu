// C = A x B, row-major, A is m x k and B is k x n. A block of 16 x 16 threads computes one 16 x 16 tile of C and walks
// along k with one tile of A and one of B in the scratchpad (2,048 bytes per block). All sizes are multiples of 16.
constexpr int kTile = 16;

extern "C" __global__ void __launch_bounds__(kTile * kTile)
matrixmul(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n, int k) {
  __shared__ float tile_a[kTile][kTile];
  __shared__ float tile_b[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;

  const float* next_a = a + row * k + x;
  const float* next_b = b + y * n + column;
  float sum = 0;
#pragma unroll 1
  for (int done = 0; done < k; done += kTile) {
    tile_a[y][x] = *next_a;
    tile_b[y][x] = *next_b;
    next_a += kTile;
    next_b += kTile * n;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < kTile; ++i) sum = fmaf(tile_a[y][i], tile_b[i][x], sum);
    __syncthreads();
  }
  c[row * n + column] = sum;
}
