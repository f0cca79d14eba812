// The input and the CPU reference of pcr.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::pcr {

// Tridiagonal systems of n equations a x[i-1] + b x[i] + c x[i+1] = d each, one system after another. The first a and
// the last c of a system are 0.
struct Systems {
  std::size_t n = 0;
  std::vector<float> a, b, c, d;
};

// a and c uniform in -1 .. 1, d in 0 .. 1, b in 3 .. 4: diagonally dominant.
Systems random_systems(std::size_t systems, std::size_t n, std::uint32_t seed);

// The unknowns, computed with the kernel's operations in the kernel's order, so the two agree to the last bit. n is a
// power of two of 4 or more.
std::vector<float> solve(const Systems& systems);

}  // namespace unibank::pcr
