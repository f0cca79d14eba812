// A tile of C = A B in halves, summed in single precision, which gemm_mma and conv_gemm share; C and B are row-major, B
// is k x n. A block computes the tile from stages of the scratchpad, each with 32 columns of A and 32 rows of B: while
// the tensor units work on one stage, cp.async fills kStages - 1 others. The 16-byte chunks of a row are permuted by
// the row's number, so that ldmatrix has no bank conflicts within a phase. Elements outside the matrices are copied as
// zeros.
#pragma once

#include "device.cuh"

constexpr int kDepth = 32;  // columns of A in a stage

// `Left` is a function that maps a row, a column and whether the element exists to the place of eight halves of A.
template <int kRows, int kColumns, int kWarpRows, int kWarpColumns, int kStages>
struct Tile {
  static constexpr int kWarpsAcross = kColumns / kWarpColumns;
  static constexpr int kThreads = kRows / kWarpRows * kWarpsAcross * 32;
  static constexpr int kABytes = kRows * kDepth * 2, kStageBytes = kABytes + kDepth * kColumns * 2;

  // A row of A has 4 chunks; two rows fill the 32 banks.
  static __device__ unsigned a_at(unsigned row, unsigned chunk) { return row * (kDepth * 2) + (chunk ^ (row / 2 % 4)) * 16; }
  static __device__ unsigned b_at(unsigned row, unsigned chunk) {
    return kABytes + row * (kColumns * 2) + (chunk ^ (row % 8)) * 16;
  }

  // A thread's copies for a stage: every kARows-th row of A and every kBRows-th row of B, always the same chunk of a
  // row.
  static constexpr int kARows = kThreads / 4, kBRows = kThreads / (kColumns / 8);
  static_assert(kARows % 8 == 0 && kBRows % 8 == 0, "then chunks of all rows of a thread are exchanged alike");

  template <typename Left>
  static __device__ void fill(unsigned stage, const Left& left, const __half* b, int m, int n, int k, int first) {
    const unsigned thread = threadIdx.x;
    const int a_row = thread / 4, a_column = first + thread % 4 * 8;
    const unsigned a_to = stage + a_at(a_row, thread % 4);
#pragma unroll
    for (int i = 0; i < kRows; i += kARows) {
      const int row = blockIdx.y * kRows + a_row + i;
      bool there = row < m && a_column < k;
      const __half* const from = left(row, a_column, there);
      copy_async_16(a_to + i * (kDepth * 2), from, there);
    }
    const int b_row = thread / (kColumns / 8), b_chunk = thread % (kColumns / 8);
    const int b_column = blockIdx.x * kColumns + b_chunk * 8;
    const unsigned b_to = stage + b_at(b_row, b_chunk);
#pragma unroll
    for (int i = 0; i < kDepth; i += kBRows) {
      const int row = first + b_row + i;
      const bool there = row < k && b_column < n;
      copy_async_16(b_to + i * (kColumns * 2), b + static_cast<long>(row) * n + b_column, there);
    }
  }

  static __device__ void multiply(float (&sums)[kWarpRows / 16][kWarpColumns / 8][4], unsigned stage, int row,
                                  int column) {
    const unsigned lane = threadIdx.x % 32;
#pragma unroll
    for (int k = 0; k < kDepth; k += 16) {
      unsigned a[kWarpRows / 16][4], b[kWarpColumns / 16][4];
#pragma unroll
      for (int i = 0; i < kWarpRows / 16; ++i)
        load_matrices(a[i], stage + a_at(row + 16 * i + lane % 16, k / 8 + lane / 16));
#pragma unroll
      for (int j = 0; j < kWarpColumns / 16; ++j)
        load_matrices_transposed(b[j], stage + b_at(k + lane % 16, column / 8 + 2 * j + lane / 16));
#pragma unroll
      for (int i = 0; i < kWarpRows / 16; ++i) {
#pragma unroll
        for (int j = 0; j < kWarpColumns / 8; ++j)
          multiply_add(sums[i][j], a[i], b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1]);
      }
    }
  }

  static __device__ void store(const float (&sums)[kWarpRows / 16][kWarpColumns / 8][4], __half* c, int m, int n,
                               int row, int column) {
    const unsigned lane = threadIdx.x % 32;
#pragma unroll
    for (int i = 0; i < kWarpRows / 8; ++i) {
      const int at = row + 8 * i + lane / 4, first = column + lane % 4 * 2;
      __half* const to = c + static_cast<long>(at) * n + first;
      if (at >= m) return;
#pragma unroll
      for (int j = 0; j < kWarpColumns / 8; ++j) {
        const float(&pair)[4] = sums[i / 2][j];
        if (first + 8 * j < n)
          *reinterpret_cast<unsigned*>(to + 8 * j) = packed_halves(pair[i % 2 * 2], pair[i % 2 * 2 + 1]);
      }
    }
  }

  template <typename Left>
  static __device__ void run(const Left& left, const __half* b, __half* c, int m, int n, int k) {
    extern __shared__ __align__(128) unsigned char stages[];
    const unsigned base = scratchpad_address(stages);
    const unsigned warp = threadIdx.x / 32;
    const int row = warp / kWarpsAcross * kWarpRows, column = warp % kWarpsAcross * kWarpColumns;
    const int steps = (k + kDepth - 1) / kDepth;
    float sums[kWarpRows / 16][kWarpColumns / 8][4] = {};
#pragma unroll 1
    for (int step = 0; step < kStages - 1; ++step) {
      if (step < steps) fill(base + step * kStageBytes, left, b, m, n, k, step * kDepth);
      commit_copies();  // an empty group counts as one, so that the wait below is always for the same number
    }
    int now = 0, next = kStages - 1;
    for (int step = 0; step < steps; ++step) {
      wait_for_copies<kStages - 2>();
      __syncthreads();  // all copies of this stage are there, and no warp reads the stage that is filled next
      if (step + kStages - 1 < steps) fill(base + next * kStageBytes, left, b, m, n, k, (step + kStages - 1) * kDepth);
      commit_copies();
      multiply(sums, base + now * kStageBytes, row, column);
      now = now + 1 == kStages ? 0 : now + 1;
      next = next + 1 == kStages ? 0 : next + 1;
    }
    store(sums, c, m, n, blockIdx.y * kRows + row, blockIdx.x * kColumns + column);
  }
};
