// The CPU reference of lu_batched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::lu_batched {

struct Factors {
  std::vector<float> rows;          // L below the diagonal (its own is 1), U on it and above, row by row
  std::vector<std::int32_t> order;  // row i is row order[i] of the matrix
};

// Of one size x size matrix. The pivot is the largest of the column, of equal ones the one that comes first in the matrix;
// a quotient is rounded, a product and a difference are fused: the same operations as in the kernel.
Factors factorise(std::vector<float> matrix, std::size_t size);

}  // namespace unibank::lu_batched
