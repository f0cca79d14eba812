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
  std::vector<float> factors;  // [row][step]: what times row `step` was taken from the row; 0 on and above the diagonal
};

// Elements fall by a hundredth a place away from the diagonal, where they are 10, as in Rodinia: no pivot is needed.
// Right-hand sides of 0.5 to 1.5.
System random_system(std::size_t size, std::uint32_t seed);

// Makes the matrix upper triangular, with the kernels' operations: what is below the diagonal stays as it was rounded.
void eliminate(System& system);

// The unknowns of an upper triangular system; what is below the diagonal is not read.
std::vector<double> substitute_back(const System& system);

}  // namespace unibank::gaussian
