// The CPU reference of matrixmul.
#pragma once

#include <cstddef>
#include <vector>

namespace unibank::matrixmul {

// Row-major C (m x n) = A (m x k) times B (k x n). Each element is one chain of fused multiply-adds in ascending k, as
// in the kernel, so the two agree to the last bit.
std::vector<float> multiply(const std::vector<float>& a, const std::vector<float>& b, std::size_t m, std::size_t n,
                            std::size_t k);

}  // namespace unibank::matrixmul
