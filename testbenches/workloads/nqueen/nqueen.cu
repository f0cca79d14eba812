// The number of ways to place queens, one in each row, so that no two attack each other. The host fills the first rows.
// A thread continues one such beginning by bit masks and backtracking, with a stack of its own in the scratchpad, ten
// rows deep; then the block adds up the threads' numbers. Blocks have 64 threads (Jatala et al., table V: 64 instead of
// 96): 10,496 bytes in five variables. They do not say how large the board is; see nqueen.cpp.
constexpr int kThreads = 64, kDepth = 10;

// The bits of `columns`, `left` and `right` are columns of the next row that queens attack: along columns, and along
// diagonals to the left and right, which move by one column in each row.
extern "C" __global__ void __launch_bounds__(kThreads)
nqueen_solve(int queens, int rows, const unsigned* __restrict__ columns_of, const unsigned* __restrict__ left_of,
             const unsigned* __restrict__ right_of, unsigned* __restrict__ solutions, int beginnings) {
  __shared__ unsigned columns[kThreads][kDepth];
  __shared__ unsigned left[kThreads][kDepth];
  __shared__ unsigned right[kThreads][kDepth];
  __shared__ unsigned tried[kThreads][kDepth];
  __shared__ unsigned sum[kThreads];
  const int t = threadIdx.x, beginning = blockIdx.x * kThreads + t;
  const unsigned board = (1u << queens) - 1;

  if (beginning < beginnings) {
    unsigned found = 0;
    int row = 0;
    columns[t][0] = columns_of[beginning];
    left[t][0] = left_of[beginning];
    right[t][0] = right_of[beginning];
    tried[t][0] = columns[t][0] | left[t][0] | right[t][0];
#pragma unroll 1
    while (row >= 0) {
      int next_row = row - 1;
      if ((tried[t][row] & board) != board) {
        const unsigned queen = (tried[t][row] + 1) & ~tried[t][row];  // the lowest column that is free
        tried[t][row] |= queen;
        if (row + 1 == rows) {
          ++found;
        } else {
          columns[t][row + 1] = columns[t][row] | queen;
          left[t][row + 1] = (left[t][row] | queen) << 1;
          right[t][row + 1] = (right[t][row] | queen) >> 1;
          tried[t][row + 1] = columns[t][row + 1] | left[t][row + 1] | right[t][row + 1];
          next_row = row + 1;
        }
      }
      row = next_row;
    }
    sum[t] = found;
  } else {
    sum[t] = 0;
  }
  __syncthreads();

#pragma unroll
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (t < half) sum[t] += sum[t + half];
    __syncthreads();
  }
  if (t == 0) solutions[blockIdx.x] = sum[0];
}
