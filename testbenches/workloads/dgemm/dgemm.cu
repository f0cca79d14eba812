// C = alpha A B + beta C in double precision, all column-major: A is m x k, B is k x n. A block of 16 x 16 threads
// computes a 64 x 64 tile of C, 4 x 4 elements per thread. It walks along k in steps of 16 with a tile of A and one of
// B in the scratchpad: 8 (16 x 65 + 64 x 17) = 17,024 bytes. While it computes a step, the next step's tiles are loaded
// into registers. m and n are multiples of 64, k of 16.
constexpr int kThreads = 16;  // along each side of the block
constexpr int kTile = 64;     // of C
constexpr int kStep = 16;
constexpr int kEach = kTile / kThreads;  // rows and columns of C of each thread

// A thread's share of the tiles as read from global memory.
struct Share {
  double a[kEach], b[kEach];
};

struct Tiles {
  double a[kStep][kTile + 1];  // columns of A; the additional row is used when A is transposed
  double b[kTile][kStep + 1];  // columns of B
};

static __device__ __forceinline__ void fetch(Share& share, const double* a, const double* b, int k) {
#pragma unroll
  for (int i = 0; i < kEach; ++i) share.a[i] = a[i * kThreads];
#pragma unroll
  for (int i = 0; i < kEach; ++i, b += kThreads * k) share.b[i] = *b;
}

static __device__ __forceinline__ void keep(Tiles& tiles, const Share& share) {
  const int x = threadIdx.x, y = threadIdx.y;
#pragma unroll
  for (int i = 0; i < kEach; ++i) tiles.a[y][i * kThreads + x] = share.a[i];
#pragma unroll
  for (int i = 0; i < kEach; ++i) tiles.b[i * kThreads + y][x] = share.b[i];
}

static __device__ __forceinline__ void multiply(double (&sum)[kEach][kEach], const Tiles& tiles) {
  const int x = threadIdx.x, y = threadIdx.y;
#pragma unroll
  for (int k = 0; k < kStep; ++k) {
    double a[kEach];
#pragma unroll
    for (int i = 0; i < kEach; ++i) a[i] = tiles.a[k][i * kThreads + x];
#pragma unroll
    for (int j = 0; j < kEach; ++j) {
      const double b = tiles.b[j * kThreads + y][k];
#pragma unroll
      for (int i = 0; i < kEach; ++i) sum[j][i] = fma(a[i], b, sum[j][i]);
    }
  }
}

extern "C" __global__ void __launch_bounds__(kThreads * kThreads)
dgemm(const double* __restrict__ a, const double* __restrict__ b, double* __restrict__ c, int m, int k, double alpha,
      double beta) {
  __shared__ Tiles tiles;
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.x * kTile + x, column = blockIdx.y * kTile + y;
  a += y * m + row;     // element (row, y)
  b += column * k + x;  // element (x, column)

  double sum[kEach][kEach] = {};
  Share share;
  fetch(share, a, b, k);
  keep(tiles, share);
  __syncthreads();
#pragma unroll 1
  for (int left = k - kStep; left > 0; left -= kStep) {
    a += kStep * m;
    b += kStep;
    fetch(share, a, b, k);
    multiply(sum, tiles);
    __syncthreads();
    keep(tiles, share);
    __syncthreads();
  }
  multiply(sum, tiles);

  c += column * m + row;
#pragma unroll
  for (int j = 0; j < kEach; ++j) {
#pragma unroll
    for (int i = 0; i < kEach; ++i) {
      double* const element = c + j * kThreads * m + i * kThreads;
      *element = fma(alpha, sum[j][i], beta * *element);
    }
  }
}
