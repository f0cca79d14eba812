// The generating vectors and the CPU reference of quasirandom.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::quasirandom {

constexpr std::size_t kDimensions = 3, kBits = 31;
using Generators = std::array<std::array<std::uint32_t, kBits>, kDimensions>;

// Coefficients of x^-1, x^-2, ... of 1 / p(x) over GF(2); bit k of `polynomial` is the coefficient of x^k.
std::vector<bool> reciprocal(std::uint64_t polynomial, std::size_t count);

// Niederreiter's sequence with the irreducible polynomials x, x + 1 and x^2 + x + 1. Bit k of a point's index adds
// vector k of a dimension; bit 30 of a vector is worth 1/2.
Generators generators();

// Points from number `seed` on, dimension after dimension, in (0, 1].
std::vector<float> points(const Generators& generators, std::uint32_t seed, std::size_t count);

// 1/(count + 1), ..., count/(count + 1), rounded as in the kernel.
std::vector<float> equal_steps(std::size_t count);

// The normal distribution's quantile by Moro's approximation, with products and sums fused as in the kernel; unlike in
// the kernel, both logarithms are exact.
float quantile(float probability);

}  // namespace unibank::quasirandom
