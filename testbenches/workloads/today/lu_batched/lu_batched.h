// The CPU reference of lu_batched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::lu_batched {

struct Factors {
  std::vector<float> rows;          // row by row: L below the diagonal (1 on it), U on and above it
  std::vector<std::int32_t> order;  // row i is row order[i] of the matrix
};

// The factors of one size x size matrix. The pivot is the column's element of the largest absolute value; of equal
// ones, the first in the matrix. As in the kernel, a quotient is rounded, and a product and its subtraction are fused.
Factors factorise(std::vector<float> matrix, std::size_t size);

}  // namespace unibank::lu_batched
