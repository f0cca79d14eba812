// Attention, forward, in the manner of FlashAttention-2: softmax(Q K' scale) V without the matrix of scores in memory.
// A block has 64 queries of a head, and a warp has 16 of them; their fragments, sums and running maxima stay in
// registers. Keys and values are loaded in tiles of kKeys through two stages of the scratchpad: cp.async fills one
// while the tensor units work on the other. A tile's scores become weights in the registers in which the tensor units
// left them; the weights are then the left factor of the product with the values. Several heads of queries may share a
// head of keys and values.
#include "../device.cuh"

constexpr int kQueries = 64, kThreads = 128;

template <int kSize, int kKeys>
struct Attention {
  static constexpr int kChunks = kSize / 8;  // 16-byte chunks of a row
  static constexpr int kTileBytes = kKeys * kSize * 2, kStageBytes = 2 * kTileBytes;

  const __half *q, *k, *v;
  int queries, keys;
  unsigned base;  // where the scratchpad begins: queries, then two stages of keys and values

  static __device__ unsigned at(unsigned row, unsigned chunk) { return row * (kSize * 2) + (chunk ^ (row % 8)) * 16; }

  template <int kRows>
  static __device__ void fill(unsigned to, const __half* from, int first, int rows) {
    const unsigned chunk = threadIdx.x % kChunks, own = threadIdx.x / kChunks;
#pragma unroll
    for (int i = 0; i < kRows; i += kThreads / kChunks) {
      const int row = first + own + i;
      copy_async_16(to + at(own + i, chunk), from + static_cast<long>(row) * kSize + chunk * 8, row < rows);
    }
  }
  __device__ unsigned stage(int step) const { return base + kQueries * kSize * 2 + step % 2 * kStageBytes; }
  __device__ void fill_stage(int step) const {
    fill<kKeys>(stage(step), k, step * kKeys, keys);
    fill<kKeys>(stage(step) + kTileBytes, v, step * kKeys, keys);
  }

  // scores = 16 queries x kKeys keys.
  static __device__ void multiply(float (&scores)[kKeys / 8][4], const unsigned (&left)[kSize / 16][4], unsigned tile) {
    const unsigned lane = threadIdx.x % 32, row = lane % 8 + lane / 16 * 8, chunk = lane / 8 % 2;
#pragma unroll
    for (int j = 0; j < kKeys / 16; ++j) {
#pragma unroll
      for (int i = 0; i < 4; ++i) scores[2 * j][i] = scores[2 * j + 1][i] = 0;
#pragma unroll
      for (int i = 0; i < kSize / 16; ++i) {
        unsigned right[4];
        load_matrices(right, tile + at(16 * j + row, 2 * i + chunk));
        multiply_add(scores[2 * j], left[i], right[0], right[1]);
        multiply_add(scores[2 * j + 1], left[i], right[2], right[3]);
      }
    }
  }

  // Scores of keys that do not exist, or that a query must not see, become minus infinity.
  __device__ void mask(float (&scores)[kKeys / 8][4], int first, int query, bool causal) const {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int j = 0; j < kKeys / 8; ++j) {
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const int key = first + 8 * j + lane % 4 * 2 + i % 2, own = query + lane / 4 + i / 2 * 8;
        if (key >= keys || (causal && key > own + keys - queries)) scores[j][i] = -INFINITY;
      }
    }
  }

  // The scores of two rows become weights relative to the row's largest score so far; if that has grown, the sums are
  // scaled down.
  static __device__ void weigh(float (&scores)[kKeys / 8][4], float (&sums)[kSize / 8][4], float (&largest)[2],
                               float (&total)[2], float scale) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      float most = largest[half];
#pragma unroll
      for (int j = 0; j < kKeys / 8; ++j) most = fmaxf(most, fmaxf(scores[j][2 * half], scores[j][2 * half + 1]));
      most = fmaxf(most, __shfl_xor_sync(kWholeWarp, most, 1));
      most = fmaxf(most, __shfl_xor_sync(kWholeWarp, most, 2));
      const float shift = most == -INFINITY ? 0 : most * scale;  // a row that sees no key yet has weights of 0
      const float shrink = power_of_2(fmaf(largest[half], scale, -shift));
      largest[half] = most;
      total[half] *= shrink;
#pragma unroll
      for (int j = 0; j < kSize / 8; ++j) {
        sums[j][2 * half] *= shrink;
        sums[j][2 * half + 1] *= shrink;
      }
#pragma unroll
      for (int j = 0; j < kKeys / 8; ++j) {
#pragma unroll
        for (int i = 2 * half; i < 2 * half + 2; ++i) {
          scores[j][i] = power_of_2(fmaf(scores[j][i], scale, -shift));
          total[half] += scores[j][i];
        }
      }
    }
  }

  // sums += weights x values.
  static __device__ void add_values(float (&sums)[kSize / 8][4], const float (&weights)[kKeys / 8][4], unsigned tile) {
    const unsigned lane = threadIdx.x % 32;
#pragma unroll
    for (int j = 0; j < kKeys / 16; ++j) {
      const float(&near)[4] = weights[2 * j];
      const float(&far)[4] = weights[2 * j + 1];
      const unsigned left[4] = {packed_halves(near[0], near[1]), packed_halves(near[2], near[3]),
                                packed_halves(far[0], far[1]), packed_halves(far[2], far[3])};
#pragma unroll
      for (int i = 0; i < kSize / 16; ++i) {
        unsigned right[4];
        load_matrices_transposed(right, tile + at(16 * j + lane % 16, 2 * i + lane / 16));
        multiply_add(sums[2 * i], left, right[0], right[1]);
        multiply_add(sums[2 * i + 1], left, right[2], right[3]);
      }
    }
  }

  __device__ void store(__half* out, const float (&sums)[kSize / 8][4], float (&total)[2], int query) const {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      float sum = total[half] + __shfl_xor_sync(kWholeWarp, total[half], 1);
      sum += __shfl_xor_sync(kWholeWarp, sum, 2);
      const float factor = 1 / sum;
      const int row = query + lane / 4 + half * 8;
      if (row >= queries) continue;
      unsigned* const to = reinterpret_cast<unsigned*>(out + static_cast<long>(row) * kSize + lane % 4 * 2);
#pragma unroll
      for (int j = 0; j < kSize / 8; ++j)
        to[4 * j] = packed_halves(sums[j][2 * half] * factor, sums[j][2 * half + 1] * factor);
    }
  }

  __device__ void run(__half* out, bool causal, float scale) const {
    const int first = blockIdx.x * kQueries, query = first + threadIdx.x / 32 * 16, lane = threadIdx.x % 32;
    const int seen = causal ? min(keys, first + kQueries + keys - queries) : keys, steps = (seen + kKeys - 1) / kKeys;
    float sums[kSize / 8][4] = {}, largest[2] = {-INFINITY, -INFINITY}, total[2] = {};
    fill<kQueries>(base, q, first, queries);
    fill_stage(0);
    commit_copies();
    unsigned left[kSize / 16][4];
#pragma unroll 1
    for (int step = 0; step < steps; ++step) {
      if (step + 1 < steps) fill_stage(step + 1);
      commit_copies();
      wait_for_copies<1>();
      __syncthreads();
      if (step == 0) {
#pragma unroll
        for (int i = 0; i < kSize / 16; ++i)
          load_matrices(left[i], base + at(threadIdx.x / 32 * 16 + lane % 16, 2 * i + lane / 16));
      }
      float scores[kKeys / 8][4];
      multiply(scores, left, stage(step));
      if ((step + 1) * kKeys > keys || (causal && (step + 1) * kKeys > query + keys - queries))
        mask(scores, step * kKeys, query, causal);
      weigh(scores, sums, largest, total, scale);
      add_values(sums, scores, stage(step) + kTileBytes);
      __syncthreads();  // the next turn fills this stage
    }
    store(out, sums, total, query);
  }
};

// `scale` is the factor of the scores times the binary logarithm of e.
#define UNIBANK_ATTENTION(size, tile)                                                                             \
  extern "C" __global__ void __launch_bounds__(kThreads)                                                          \
  attention_##size##_##tile(const __half* q, const __half* k, const __half* v, __half* out, int queries, int keys, \
                            int heads_a_key, int causal, float scale) {                                           \
    extern __shared__ __align__(128) unsigned char scratchpad[];                                                  \
    const long head = blockIdx.y, shared_head = blockIdx.y / heads_a_key;                                         \
    const Attention<size, tile> attention{q + head * queries * size, k + shared_head * keys * size,               \
                                          v + shared_head * keys * size, queries, keys,                           \
                                          scratchpad_address(scratchpad)};                                        \
    attention.run(out + head * queries * size, causal != 0, scale);                                               \
  }
UNIBANK_ATTENTION(64, 32)
UNIBANK_ATTENTION(64, 64)
UNIBANK_ATTENTION(64, 128)
UNIBANK_ATTENTION(128, 32)
UNIBANK_ATTENTION(128, 64)
UNIBANK_ATTENTION(128, 128)
