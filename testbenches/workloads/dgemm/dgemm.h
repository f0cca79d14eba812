// The CPU reference of dgemm.
#pragma once

#include <cstddef>
#include <vector>

namespace unibank::dgemm {

using Matrix = std::vector<double>;  // column-major

struct Sizes {
  std::size_t m = 0, n = 0, k = 0;  // A is m x k, B is k x n, C is m x n
};

// alpha A B + beta C. As in the kernel, each element's sum is one chain of fused multiply-adds in ascending k, and the
// last operation fuses alpha * sum with the rounded beta * C, so the two agree to the last bit.
Matrix multiply(double alpha, const Matrix& a, const Matrix& b, double beta, const Matrix& c, const Sizes& sizes);

}  // namespace unibank::dgemm
