// The CPU reference of gemm.
#pragma once

#include <cstddef>
#include <vector>

namespace unibank::gemm {

using Matrix = std::vector<float>;  // row-major

struct Sizes {
  std::size_t m = 0, n = 0, k = 0;  // A is m x k, B is k x n, C is m x n
};

// alpha A B + beta C. As in the kernel, each element is one chain of fused multiply-adds in ascending k that begins at
// beta C and multiplies the rounded alpha A by B, so the two agree to the last bit.
Matrix multiply(float alpha, const Matrix& a, const Matrix& b, float beta, const Matrix& c, const Sizes& sizes);

}  // namespace unibank::gemm
