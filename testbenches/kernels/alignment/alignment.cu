// Global alignment of two sequences: one tile of 16 x 16 scores for each block, with its own borders, computed along
// the tile's anti-diagonals. Rows and columns are computed from the thread's number and the step, so a compiler may
// place the base address before the array and return into it with the offset of the access.
extern "C" __global__ void alignment(const int* similarity, int* scores, int penalty) {
  __shared__ int score[17][17];
  __shared__ int pair[16][16];
  const int t = threadIdx.x, *from = similarity + blockIdx.x * 256;
  int* to = scores + blockIdx.x * 289;
  if (t == 0) score[0][0] = to[0];
  for (int row = 0; row < 16; ++row) pair[row][t] = from[row * 16 + t];
  __syncthreads();
  score[t + 1][0] = to[(t + 1) * 17];
  score[0][t + 1] = to[t + 1];
  __syncthreads();
  for (int step = 0; step < 16; ++step) {
    if (t <= step) {
      const int x = t + 1, y = step - t + 1;
      score[y][x] = max(score[y - 1][x - 1] + pair[y - 1][x - 1], max(score[y][x - 1], score[y - 1][x]) - penalty);
    }
    __syncthreads();
  }
  for (int step = 14; step >= 0; --step) {
    if (t <= step) {
      const int x = t + 16 - step, y = 16 - t;
      score[y][x] = max(score[y - 1][x - 1] + pair[y - 1][x - 1], max(score[y][x - 1], score[y - 1][x]) - penalty);
    }
    __syncthreads();
  }
  for (int row = 0; row < 16; ++row) to[(row + 1) * 17 + t + 1] = score[row + 1][t + 1];
}
