// The CPU reference of gemm_mma.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::gemm_mma {

// The product A B of row-major matrices, A m x k and B k x n, summed in single precision. Returns the bits of the
// elements rounded to halves.
std::vector<std::uint16_t> multiply(const std::vector<float>& a, const std::vector<float>& b, std::size_t m,
                                    std::size_t n, std::size_t k);

// The scratchpad bytes of a block: `stages` stages of 32 columns of A and 32 rows of B, all in halves.
constexpr unsigned scratchpad_bytes(unsigned rows, unsigned columns, unsigned stages) {
  return stages * 32 * 2 * (rows + columns);
}

}  // namespace unibank::gemm_mma
