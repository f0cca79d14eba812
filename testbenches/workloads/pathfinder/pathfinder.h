// The input and the CPU reference of pathfinder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::pathfinder {

struct Grid {
  std::size_t rows = 0, columns = 0;
  std::vector<std::int32_t> cost;  // of a cell, row-major
};

// Costs of 0 to 9, as in Rodinia.
Grid random_grid(std::size_t rows, std::size_t columns, std::uint32_t seed);

// For each cell of the last row, the cost of the cheapest way to it from any cell of the first. In each step a way goes
// down one row, to the cell below or to a neighbour of that cell; the costs of both ends count.
std::vector<std::int32_t> cheapest_ways(const Grid& grid);

}  // namespace unibank::pathfinder
