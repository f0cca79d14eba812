// The CPU reference of gramschmidt.
#pragma once

#include <cstddef>
#include <vector>

namespace unibank::gramschmidt {

struct Factors {
  std::vector<float> q;  // rows x columns, row-major: the columns are orthogonal and have length 1
  std::vector<float> r;  // columns x columns, row-major, 0 below the diagonal
};

// A = Q R by modified Gram-Schmidt; A is row-major, and `columns` is at most its number of rows. Every sum is one chain
// of fused multiply-adds down the rows, as in the kernels, so the two agree to the last bit.
Factors decompose(std::vector<float> a, std::size_t columns);

}  // namespace unibank::gramschmidt
