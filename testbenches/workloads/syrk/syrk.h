// The CPU reference of syrk.
#pragma once

#include <cstddef>
#include <vector>

namespace unibank::syrk {

using Matrix = std::vector<float>;  // row-major

// alpha A A^T + beta C, in full: A is n x k, C is n x n. As in the kernel, each element is one chain of fused
// multiply-adds in ascending k that begins at beta C and multiplies the rounded alpha A(row) by A(column). The result
// is symmetric only up to rounding, because alpha multiplies the row's factor.
Matrix update(float alpha, const Matrix& a, float beta, const Matrix& c, std::size_t n, std::size_t k);

}  // namespace unibank::syrk
