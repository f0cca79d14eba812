// The input and the CPU reference of lud22.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::lud22 {

constexpr std::size_t kSide = 22;  // rows and columns of a tile, as in lud22.cu

using Matrix = std::vector<float>;  // n x n elements, row-major

// Elements are uniform in -0.5 .. 0.5, with n added on the diagonal, so that no pivot is near zero.
Matrix random_matrix(std::size_t n, std::uint32_t seed);

// U on and above the diagonal, and L, whose diagonal is 1, below it; n is a multiple of 22. Works in steps of 22
// columns with the kernels' order of fused multiply-adds, so that the two agree to the last bit.
Matrix factors(Matrix matrix, std::size_t n);

}  // namespace unibank::lud22
