// The input and the CPU reference of gaussian: a system of linear equations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::gaussian {

struct System {
  std::size_t size = 0;
  std::vector<float> matrix;   // row-major
  std::vector<float> right;    // right-hand sides
  std::vector<float> factors;  // [row][step]: factor of row `step` in this row; 0 on and above the diagonal
};

// Elements are 10 on the diagonal and fall by a hundredth for each place away from it, as in Rodinia, so no pivoting is
// needed. Right-hand sides are 0.5 to 1.5.
System random_system(std::size_t size, std::uint32_t seed);

// Makes the matrix upper triangular, with the kernels' operations. The elements below the diagonal keep their rounding
// errors.
void eliminate(System& system);

// The unknowns of an upper triangular system. Elements below the diagonal are not read.
std::vector<double> substitute_back(const System& system);

}  // namespace unibank::gaussian
