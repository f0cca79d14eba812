// AES-128 encryption of many independent 16-byte blocks (ECB). A thread computes one column of 4 bytes, so four threads
// encrypt one block. In each round a thread looks up four bytes in four tables (T-tables) that combine SubBytes and
// MixColumns. The tables and two copies of the states are in the scratchpad: 24 bytes per thread.
constexpr int kThreads = 256;
constexpr int kRounds = 10;

static __device__ __forceinline__ unsigned byte_of(unsigned word, int byte) { return word >> 8 * byte & 0xff; }

// `tables` has 4 tables of 256 words: entry s of table i is the column that MixColumns makes of S(s) in row i; row 0 is
// the lowest byte. `keys` is the expanded key: 4 (kRounds + 1) words. `words` is a multiple of 4.
extern "C" __global__ void __launch_bounds__(kThreads)
aes_encrypt128(const unsigned* __restrict__ plain, unsigned* __restrict__ cipher, const unsigned* __restrict__ tables,
               const unsigned* __restrict__ keys, int words) {
  __shared__ unsigned table[4][kThreads];
  __shared__ unsigned state[2][kThreads];
  const int t = threadIdx.x;
  const int id = blockIdx.x * kThreads + t;
  const int column = t & 3, first = t - column;  // this thread's column, and the first column of its block
  // ShiftRows: row i of this column comes from the column i to the right.
  const int next = first + (column + 1 & 3), far = first + (column + 2 & 3), last = first + (column + 3 & 3);

#pragma unroll
  for (int i = 0; i < 4; ++i) table[i][t] = tables[kThreads * i + t];
  if (id < words) state[0][t] = plain[id] ^ keys[column];
  __syncthreads();

  const unsigned* key = keys + 4 + column;
#pragma unroll 1
  for (int round = 1; round < kRounds; ++round, key += 4) {
    const unsigned* from = state[round + 1 & 1];
    state[round & 1][t] = table[0][byte_of(from[t], 0)] ^ table[1][byte_of(from[next], 1)] ^
                          table[2][byte_of(from[far], 2)] ^ table[3][byte_of(from[last], 3)] ^ *key;
    __syncthreads();
  }

  // The last round has no MixColumns. S(s) itself is in row 0 of table 2, row 1 of table 3, row 2 of table 0 and row 3
  // of table 1.
  const unsigned* from = state[kRounds + 1 & 1];
  const unsigned substituted = (table[2][byte_of(from[t], 0)] & 0x000000ff) |
                               (table[3][byte_of(from[next], 1)] & 0x0000ff00) |
                               (table[0][byte_of(from[far], 2)] & 0x00ff0000) |
                               (table[1][byte_of(from[last], 3)] & 0xff000000);
  if (id < words) cipher[id] = substituted ^ *key;
}
