// The CPU reference of gramschmidt.
#pragma once

#include <cstddef>
#include <vector>

namespace unibank::gramschmidt {

struct Factors {
  std::vector<float> q;  // rows x columns, row-major: columns of length 1 at right angles
  std::vector<float> r;  // columns x columns, row-major, 0 below the diagonal
};

// A = Q R by modified Gram-Schmidt; A is row-major with `columns` of at most A's rows. Every sum is one chain of fused
// multiply-adds down the rows, as the kernels compute it, so the two agree to the last bit.
Factors decompose(std::vector<float> a, std::size_t columns);

}  // namespace unibank::gramschmidt
