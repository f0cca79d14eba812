// C = A B in halves, summed in single precision, all row-major: A is m x k, B is k x n (mma_tile.cuh).
#include "../mma_tile.cuh"

struct Rows {
  const __half* a;
  int k;
  __device__ const __half* operator()(int row, int column, bool&) const { return a + static_cast<long>(row) * k + column; }
};

#define UNIBANK_GEMM(rows, columns, warp_rows, warp_columns, stages)                                         \
  extern "C" __global__ void __launch_bounds__(Tile<rows, columns, warp_rows, warp_columns, stages>::kThreads) \
  gemm_mma_##rows##x##columns##_##stages(const __half* a, const __half* b, __half* c, int m, int n, int k) {  \
    Tile<rows, columns, warp_rows, warp_columns, stages>::run(Rows{a, k}, b, c, m, n, k);                            \
  }
#define UNIBANK_GEMM_STAGES(rows, columns, warp_rows, warp_columns) \
  UNIBANK_GEMM(rows, columns, warp_rows, warp_columns, 2)           \
  UNIBANK_GEMM(rows, columns, warp_rows, warp_columns, 3)           \
  UNIBANK_GEMM(rows, columns, warp_rows, warp_columns, 4)           \
  UNIBANK_GEMM(rows, columns, warp_rows, warp_columns, 5)

UNIBANK_GEMM_STAGES(64, 64, 32, 32)
UNIBANK_GEMM_STAGES(128, 128, 64, 32)
UNIBANK_GEMM_STAGES(256, 128, 64, 64)
