// The CPU reference of syrk.
#pragma once

#include <cstddef>
#include <vector>

namespace unibank::syrk {

using Matrix = std::vector<float>;  // row-major

// alpha A A^T + beta C, in full: A is n x k, C is n x n. Each element is one chain of fused multiply-adds that begins
// at beta C, in ascending k, of (alpha A(row) rounded) and A(column), as the kernel computes it. The result is
// symmetric only to rounding, since alpha goes to the row's factor.
Matrix update(float alpha, const Matrix& a, float beta, const Matrix& c, std::size_t n, std::size_t k);

}  // namespace unibank::syrk
