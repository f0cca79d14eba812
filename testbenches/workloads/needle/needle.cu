// Needleman-Wunsch: the score matrix is filled tile by tile along its anti-diagonals. One launch computes the tiles of
// one anti-diagonal, which do not depend on each other. A block of B threads computes one B x B tile in the scratchpad,
// where it needs 4 ((B+1)^2 + B^2) bytes.

// A cell's score from its north-west, west and north neighbours; a row of the score tile has B + 1 cells.
template <int B>
static __device__ __forceinline__ int best(const int* cell, const int* similarity, int penalty) {
  return max(cell[-(B + 2)] + *similarity, max(cell[-1], cell[-(B + 1)]) - penalty);
}

// `first` is the item above and to the left of the tile; both matrices have rows of `stride` items.
template <int B>
static __device__ __forceinline__ void fill_tile(int (&score)[B + 1][B + 1], int (&similarity)[B][B],
                                                 const int* __restrict__ reference, int* items, int first, int stride,
                                                 int penalty) {
  const int t = threadIdx.x;
  const int inside = first + stride + 1 + t;  // the first row of this thread's column of the tile

  if (t == 0) score[0][0] = items[first];
  score[t + 1][0] = items[first + (t + 1) * stride];  // west: one item per row, so every lane reads a line of its own
  score[0][t + 1] = items[first + 1 + t];             // north
  const int* from = reference + inside;
#pragma unroll 4
  for (int row = 0; row < B; ++row, from += stride) similarity[row][t] = *from;
  __syncthreads();

  // While the anti-diagonals grow, thread t walks down column t, one row a step, beginning at step t.
  int* cell = &score[0][0] + (1 - t) * (B + 1) + t + 1;
  const int* pair = &similarity[0][0] - t * B + t;
#pragma unroll 1
  for (int step = 0; step < B; ++step, cell += B + 1, pair += B) {
    if (t <= step) *cell = best<B>(cell, pair, penalty);
    __syncthreads();
  }
  // While they shrink, thread t walks along row B - 1 - t until it reaches the last column.
  cell = &score[B - t][t + 2];
  pair = &similarity[B - 1 - t][t + 1];
#pragma unroll 1
  for (int step = B - 2; step >= 0; --step, ++cell, ++pair) {
    if (t <= step) *cell = best<B>(cell, pair, penalty);
    __syncthreads();
  }

  int* to = items + inside;
#pragma unroll 4
  for (int row = 0; row < B; ++row, to += stride) *to = score[row + 1][t + 1];
}

// The upper left half has launches of `diagonal` = 1 .. tiles tiles, the lower right half of tiles - 1 .. 1.
#define NEEDLE_KERNELS(B)                                                                                  \
  extern "C" __global__ void __launch_bounds__(B)                                                          \
  needle_upper_##B(const int* __restrict__ reference, int* items, int stride, int penalty, int diagonal) { \
    __shared__ int score[B + 1][B + 1];                                                                    \
    __shared__ int similarity[B][B];                                                                       \
    const int tile_x = blockIdx.x, tile_y = diagonal - 1 - tile_x;                                         \
    fill_tile<B>(score, similarity, reference, items, (tile_y * stride + tile_x) * B, stride, penalty);    \
  }                                                                                                        \
  extern "C" __global__ void __launch_bounds__(B)                                                          \
  needle_lower_##B(const int* __restrict__ reference, int* items, int stride, int penalty, int diagonal,   \
                   int tiles) {                                                                            \
    __shared__ int score[B + 1][B + 1];                                                                    \
    __shared__ int similarity[B][B];                                                                       \
    const int tile_x = tiles - diagonal + blockIdx.x, tile_y = tiles - 1 - blockIdx.x;                     \
    fill_tile<B>(score, similarity, reference, items, (tile_y * stride + tile_x) * B, stride, penalty);    \
  }

NEEDLE_KERNELS(16)
NEEDLE_KERNELS(32)
NEEDLE_KERNELS(64)
