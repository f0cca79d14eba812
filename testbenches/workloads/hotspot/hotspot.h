// The input and the CPU reference of hotspot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::hotspot {

struct Chip {  // hotspot.cu's
  float capacity = 0;            // J/K of a cell
  float rx = 0, ry = 0, rz = 0;  // K/W to a neighbour in the row and in the column, and out of the chip
  float time = 0;                // s of a step
};

struct Grid {
  std::size_t rows = 0, columns = 0;
  std::vector<float> cells;  // row-major
};

constexpr float kAmbient = 80;  // as in Rodinia

// A chip of 16 x 16 x 0.5 mm silicon cut into cells. In one time step, Rodinia's greatest power, 3 MW per square
// metre, heats a cell by 0.001.
Chip silicon(std::size_t rows, std::size_t columns);

// Temperatures of 323 to 343, and powers up to 3 mW a cell.
Grid random_temperatures(std::size_t rows, std::size_t columns, std::uint32_t seed);
Grid random_powers(std::size_t rows, std::size_t columns, std::uint32_t seed);

// The temperatures one step later. For a cell on the border, the missing neighbour has the temperature of the cell
// itself.
Grid step(const Grid& temperatures, const Grid& powers, const Chip& chip);

}  // namespace unibank::hotspot
