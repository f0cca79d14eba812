// The direction numbers and the CPU reference of sobol.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::sobol {

constexpr std::size_t kBits = 32;
using Directions = std::array<std::uint32_t, kBits>;  // the highest bit of number k is bit 31 - k

// The primitive polynomials over GF(2) of degree 1, 2, ...; bit k is the coefficient of x^k.
std::vector<std::uint32_t> primitive_polynomials(std::size_t count);

// Direction numbers of each dimension, at most 100, with the initial numbers of Joe and Kuo.
std::vector<Directions> directions(std::size_t dimensions);

// Coordinates of points 0 .. vectors - 1 in Gray code order, dimension after dimension, in [0, 1]. They include 1
// because a float has only 24 bits.
std::vector<float> points(const std::vector<Directions>& directions, std::size_t vectors);

// The columns of the grid: the number of blocks that share a dimension, a power of two, chosen as in the CUDA samples
// for one SM.
unsigned grid_columns(std::size_t dimensions, std::size_t vectors);

}  // namespace unibank::sobol
