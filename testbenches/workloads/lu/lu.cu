// LU decomposition without pivoting, in place: the result has U on and above the diagonal and L, whose diagonal is 1,
// below it. There is one step for each diagonal tile of 16 x 16 elements: it computes the tile itself, then the tiles
// of its row and column, then those to the right of and below them. `first` is the tile's first row and column; the
// matrix has rows of `n` elements.
constexpr int kTile = 16;

typedef float Tile[kTile][kTile];

// Copies rows first .. last - 1 of a tile, one column per thread. `from` and `to` are the thread's element of row
// `first`.
static __device__ __forceinline__ void load(Tile& tile, int first, int last, int column, const float* from, int n) {
#pragma unroll 4
  for (int row = first; row < last; ++row, from += n) tile[row][column] = *from;
}

static __device__ __forceinline__ void store(float* to, const Tile& tile, int first, int column, int n) {
#pragma unroll 4
  for (int row = first; row < kTile; ++row, to += n) *to = tile[row][column];
}

// Element (row, column) of `tile` minus the products of the first `terms` elements of row `row` of `left` and of column
// `column` of `above`.
static __device__ __forceinline__ float reduced(const Tile& tile, const Tile& left, const Tile& above, int row,
                                                int column, int terms) {
  float value = tile[row][column];
#pragma unroll 1
  for (int i = 0; i < terms; ++i) value = fmaf(-left[row][i], above[i][column], value);
  return value;
}

// Decomposes the diagonal tile with 16 threads and 1,024 bytes. The threads compute column `step` of L, one row each,
// and then row step + 1 of U, one column each.
extern "C" __global__ void __launch_bounds__(kTile) lu_diagonal(float* matrix, int n, int first) {
  __shared__ Tile tile;
  const int t = threadIdx.x;
  float* const corner = matrix + first * n + first + t;

  load(tile, 0, kTile, t, corner, n);
  __syncthreads();
#pragma unroll 1
  for (int step = 0; step < kTile - 1; ++step) {
    if (t > step) tile[t][step] = reduced(tile, tile, tile, t, step, step) / tile[step][step];
    __syncthreads();
    if (t > step) tile[step + 1][t] = reduced(tile, tile, tile, step + 1, t, step + 1);
    __syncthreads();
  }
  store(corner + n, tile, 1, t, n);  // row 0 does not change
}

// Block b computes tile b + 1 to the right of the diagonal tile and tile b + 1 below it, with 32 threads and 3,072
// bytes. The first half of the warp has the tile on the right, one column per thread; the second half has the tile
// below, one row per thread.
extern "C" __global__ void __launch_bounds__(2 * kTile) lu_perimeter(float* matrix, int n, int first) {
  __shared__ Tile diagonal;
  __shared__ Tile right;
  __shared__ Tile below;
  const bool is_right = threadIdx.x < kTile;
  const int t = is_right ? threadIdx.x : threadIdx.x - kTile;
  const int away = (blockIdx.x + 1) * kTile;
  float* const corner = matrix + first * n + first + t;
  float* const own = corner + (is_right ? away : away * n);

  // Each half loads half of the diagonal tile.
  if (is_right) {
    load(diagonal, 0, kTile / 2, t, corner, n);
    load(right, 0, kTile, t, own, n);
  } else {
    load(diagonal, kTile / 2, kTile, t, corner + kTile / 2 * n, n);
    load(below, 0, kTile, t, own, n);
  }
  __syncthreads();

  if (is_right) {
#pragma unroll 1
    for (int row = 1; row < kTile; ++row) right[row][t] = reduced(right, diagonal, right, row, t, row);
  } else {
#pragma unroll 1
    for (int column = 0; column < kTile; ++column) {
      below[t][column] = reduced(below, below, diagonal, t, column, column) / diagonal[column][column];
    }
  }
  __syncthreads();

  if (is_right) {
    store(own + n, right, 1, t, n);
  } else {
    store(own, below, 0, t, n);
  }
}

// Subtracts from a tile the product of the tile of L to its left and the tile of U above it. 256 threads, 2,048 bytes.
extern "C" __global__ void __launch_bounds__(kTile * kTile) lu_internal(float* matrix, int n, int first) {
  __shared__ Tile above;
  __shared__ Tile left;
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = first + (blockIdx.y + 1) * kTile + y, column = first + (blockIdx.x + 1) * kTile + x;

  above[y][x] = matrix[(first + y) * n + column];
  left[y][x] = matrix[row * n + first + x];
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int i = 0; i < kTile; ++i) sum = fmaf(left[y][i], above[i][x], sum);
  matrix[row * n + column] -= sum;
}
