// The volume and the CPU reference of fdtd3d.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::fdtd3d {

constexpr std::size_t kRadius = 4;
using Weights = std::array<float, kRadius + 1>;  // weights of the point itself, and of the six points at each distance

// width x height x depth points with a margin of kRadius more on each side, row by row and plane by plane.
struct Volume {
  std::size_t width = 0, height = 0, depth = 0;
  std::vector<float> values;

  std::size_t row_pitch() const { return width + 2 * kRadius; }
  std::size_t plane_pitch() const { return row_pitch() * (height + 2 * kRadius); }
  // The index of point (x, y, z), which counts without the margin.
  std::size_t index(std::size_t x, std::size_t y, std::size_t z) const {
    return (z + kRadius) * plane_pitch() + (y + kRadius) * row_pitch() + x + kRadius;
  }
};

// Values from 0 to 1, also in the margin.
Volume random_volume(std::size_t width, std::size_t height, std::size_t depth, std::uint32_t seed);

// One step, with the kernel's operations in the kernel's order. The margin becomes 0.
Volume stepped(const Volume& volume, const Weights& weights);

}  // namespace unibank::fdtd3d
