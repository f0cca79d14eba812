// The input and the CPU reference of lu.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::lu {

using Matrix = std::vector<float>;  // n x n elements, row-major

// Elements are uniform in 0 .. 1, with n added on the diagonal, so that no pivot is near zero.
Matrix random_matrix(std::size_t n, std::uint32_t seed);

// U on and above the diagonal, and L, whose diagonal is 1, below it, for any n of 1 or more. Each element sums its
// products tile by tile of 16, as the kernels do, so the two agree to the last bit.
Matrix decompose(const Matrix& matrix, std::size_t n);

}  // namespace unibank::lu
