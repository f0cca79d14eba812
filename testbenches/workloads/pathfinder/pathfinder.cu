// The cheapest way down a grid, row by row: each cell adds the cheapest of the three cells above it to its own cost. A
// launch computes several rows: a block of 256 threads loads 256 costs of ways, and each row has one cell less on
// either side. So a block's result has 256 - 2 rows cells, and blocks overlap. Two rows of scratchpad, 8 bytes per
// thread. The row in which each thread reads only its own cell is volatile, because the compiler would keep it in a
// register.

constexpr int kThreads = 256;

static __device__ __forceinline__ bool within(int x, int least, int most) { return least <= x && x <= most; }

// `ways` are the costs of the cheapest ways to a row of cells; `cost` begins with the row below it.
extern "C" __global__ void __launch_bounds__(kThreads)
pathfinder(int* __restrict__ after, const int* __restrict__ ways, const int* __restrict__ cost, int columns,
           int rows) {
  __shared__ int above[kThreads];
  volatile __shared__ int below[kThreads];
  const int x = threadIdx.x;
  const int left = (kThreads - 2 * rows) * static_cast<int>(blockIdx.x) - rows;
  const int column = left + x;
  // Ways stay inside the grid.
  const int first = max(0, -left), last = min(kThreads - 1, columns - 1 - left);
  const int west = max(x - 1, first), east = min(x + 1, last);
  const bool on_grid = within(x, first, last);
  if (on_grid) above[x] = ways[column];
  __syncthreads();

  for (int row = 0;; ++row) {
    const bool computes = within(x, row + 1, kThreads - 2 - row) && on_grid;
    if (computes) below[x] = min(min(above[west], above[x]), above[east]) + cost[row * columns + column];
    __syncthreads();
    if (row == rows - 1) {
      if (computes) after[column] = below[x];
      return;
    }
    if (computes) above[x] = below[x];
    __syncthreads();
  }
}
