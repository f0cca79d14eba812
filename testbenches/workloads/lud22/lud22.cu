// LU decomposition without pivoting, in place, in tiles of 22 x 22 elements, which do not fill warps: 484 threads are
// 15 warps and 4 lanes of another. Jatala et al., table VII: lud_internal has two scratchpad variables, 3,872 bytes and
// 484 threads per block, so its tile has a side of 22. The paper does not describe the other two kernels of Rodinia's
// lud; here they have the same side. The matrix has rows of `n` elements; `first` is the first row and column of the
// step's diagonal tile.
constexpr int kSide = 22;

// An element minus the first `terms` products of its row's elements of L and its column's elements of U.
static __device__ __forceinline__ float without(float value, const float* row, const float* column, int terms) {
#pragma unroll
  for (int i = 0; i < terms; ++i) value = fmaf(-row[i], column[i * kSide], value);
  return value;
}

// Decomposes the diagonal tile with 22 threads. Thread t computes row t's element of a column of L, then column t's
// element of a row of U.
extern "C" __global__ void __launch_bounds__(kSide) lud22_diagonal(float* matrix, int n, int first) {
  __shared__ float tile[kSide][kSide];
  const int t = threadIdx.x;
  float* const corner = matrix + first * n + first;
#pragma unroll 2
  for (int y = 0; y < kSide; ++y) tile[y][t] = corner[y * n + t];
  __syncthreads();
#pragma unroll
  for (int step = 0; step + 1 < kSide; ++step) {
    if (t > step) tile[t][step] = without(tile[t][step], tile[t], &tile[0][step], step) / tile[step][step];
    __syncthreads();
    if (t > step) tile[step + 1][t] = without(tile[step + 1][t], tile[step + 1], &tile[0][t], step + 1);
    __syncthreads();
  }
#pragma unroll 2
  for (int y = 1; y < kSide; ++y) corner[y * n + t] = tile[y][t];
}

// Block b computes the tile b + 1 to the right of the diagonal tile and the tile b + 1 below it, with 22 threads each,
// 44 in all. A thread of the first half has a column of its tile, a thread of the second half a row.
extern "C" __global__ void __launch_bounds__(2 * kSide) lud22_perimeter(float* matrix, int n, int first) {
  __shared__ float diagonal[kSide][kSide];
  __shared__ float right[kSide][kSide];
  __shared__ float below[kSide][kSide];
  const int half = threadIdx.x >= kSide, t = threadIdx.x - half * kSide;
  const int away = (blockIdx.x + 1) * kSide;
  const float* const corner = matrix + first * n + first;
  float* const own = matrix + first * n + first + (half ? away * n : away);
  float(*const tile)[kSide] = half ? below : right;
#pragma unroll 2
  for (int y = 0; y < kSide; ++y) tile[y][t] = own[y * n + t];
#pragma unroll 2
  for (int y = half; y < kSide; y += 2) diagonal[y][t] = corner[y * n + t];
  __syncthreads();

  if (half) {
#pragma unroll
    for (int x = 0; x < kSide; ++x) {
      below[t][x] = without(below[t][x], below[t], &diagonal[0][x], x) / diagonal[x][x];
    }
  } else {
#pragma unroll
    for (int y = 1; y < kSide; ++y) right[y][t] = without(right[y][t], diagonal[y], &right[0][t], y);
  }
  __syncthreads();
#pragma unroll 2
  for (int y = 0; y < kSide; ++y) own[y * n + t] = tile[y][t];
}

// A tile to the right of and below the diagonal tile, one element per thread: subtracts the product of the tile of L to
// its left and the tile of U above it.
extern "C" __global__ void __launch_bounds__(kSide * kSide) lud22_internal(float* matrix, int n, int first) {
  __shared__ float above[kSide][kSide];
  __shared__ float left[kSide][kSide];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = first + (blockIdx.y + 1) * kSide + y, column = first + (blockIdx.x + 1) * kSide + x;
  above[y][x] = matrix[(first + y) * n + column];
  left[y][x] = matrix[row * n + first + x];
  __syncthreads();
  float sum = 0.0f;
#pragma unroll
  for (int i = 0; i < kSide; ++i) sum = fmaf(left[y][i], above[i][x], sum);
  matrix[row * n + column] -= sum;
}
