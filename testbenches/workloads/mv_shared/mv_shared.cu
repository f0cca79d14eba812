// A matrix times a vector. A block has 32 rows. It loads the matrix in tiles of 32 x 32 elements into the scratchpad,
// one row at a time with coalesced loads; then each thread reads one row of the tile. A row has a word of padding, so
// that the threads read from 32 different banks. Jatala et al., table IX: mv_shared has one scratchpad variable, 4,224
// = 4 x 32 x 33 bytes, and 32 threads per block. The paper prints neither the size of the matrix nor where the vector
// is: here all lanes read the same element from global memory.
//
// The virtual thread blocks merge two blocks, which share one tile (the paper prints no number for this program):
// VTB      all barriers are the whole block's; a part loads and reads its tile while the other waits.
// VTB_PIPE a part holds its next tile in registers and has barriers of its own; the parts hand the tile to each other
//          as soon as it has been read, so that one part's loads go on during the other's turn.
constexpr int kTile = 32, kParts = 2;

typedef float Tile[kTile][kTile + 1];

// Loads 32 elements of each of 32 rows, which have `columns` elements, from `first` on; the thread has column `lane`.
static __device__ __forceinline__ void bring(Tile& tile, const float* first, int columns, int lane) {
#pragma unroll 4
  for (int row = 0; row < kTile; ++row) tile[row][lane] = first[row * columns + lane];
}

// Adds the products of the thread's row of the tile and `vector` to the sum.
static __device__ __forceinline__ float multiplied(float sum, const Tile& tile, const float* vector, int lane) {
#pragma unroll 4
  for (int i = 0; i < kTile; ++i) sum = fmaf(tile[lane][i], vector[i], sum);
  return sum;
}

extern "C" __global__ void __launch_bounds__(kTile)
mv_shared(const float* __restrict__ matrix, const float* __restrict__ vector, float* __restrict__ result,
          int columns) {
  __shared__ Tile tile;
  const int lane = threadIdx.x, first_row = blockIdx.x * kTile;
  float sum = 0.0f;
#pragma unroll 1
  for (int first = 0; first < columns; first += kTile) {
    bring(tile, matrix + first_row * columns + first, columns, lane);
    __syncthreads();
    sum = multiplied(sum, tile, vector + first, lane);
    __syncthreads();
  }
  result[first_row + lane] = sum;
}

extern "C" __global__ void __launch_bounds__(kParts * kTile)
mv_shared_vtb(const float* __restrict__ matrix, const float* __restrict__ vector, float* __restrict__ result,
              int columns) {
  __shared__ Tile tile;
  const int part = threadIdx.x / kTile, lane = threadIdx.x % kTile;
  const int first_row = (blockIdx.x * kParts + part) * kTile;
  float sum = 0.0f;
#pragma unroll 1
  for (int first = 0; first < columns; first += kTile) {
#pragma unroll 1
    for (int turn = 0; turn < kParts; ++turn) {
      if (part == turn) bring(tile, matrix + first_row * columns + first, columns, lane);
      __syncthreads();
      if (part == turn) sum = multiplied(sum, tile, vector + first, lane);
      __syncthreads();
    }
  }
  result[first_row + lane] = sum;
}

// Barriers 1 and 2 are the parts' own; at barrier 3 part 0 waits for the tile, at barrier 4 part 1.
extern "C" __global__ void __launch_bounds__(kParts * kTile)
mv_shared_vtb_pipe(const float* __restrict__ matrix, const float* __restrict__ vector, float* __restrict__ result,
                   int columns) {
  __shared__ Tile tile;
  const int part = threadIdx.x / kTile, lane = threadIdx.x % kTile;
  const int first_row = (blockIdx.x * kParts + part) * kTile;
  const float* from = matrix + first_row * columns + lane;
  float next[kTile], sum = 0.0f;
#pragma unroll
  for (int row = 0; row < kTile; ++row) next[row] = from[row * columns];
#pragma unroll 1
  for (int first = 0; first < columns; first += kTile) {
    if (part + first != 0) wait_at(3 + part, kParts * kTile);
#pragma unroll
    for (int row = 0; row < kTile; ++row) tile[row][lane] = next[row];
    wait_at(1 + part, kTile);
    from += kTile;
    if (first + kTile < columns) {
#pragma unroll
      for (int row = 0; row < kTile; ++row) next[row] = from[row * columns];
    }
    sum = multiplied(sum, tile, vector + first, lane);
    if (part == 0 || first + kTile < columns) arrive_at(4 - part, kParts * kTile);
  }
  result[first_row + lane] = sum;
}
