// The input and the CPU reference of lps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::lps {

struct Box {
  std::size_t width = 0, height = 0, depth = 0;
  std::vector<float> values;  // x fastest, then y, then z
  float& at(std::size_t x, std::size_t y, std::size_t z) { return values[(z * height + y) * width + x]; }
  float at(std::size_t x, std::size_t y, std::size_t z) const { return values[(z * height + y) * width + x]; }
};

// Values of 0 to 1.
Box random_box(std::size_t width, std::size_t height, std::size_t depth, std::uint32_t seed);

// Each value inside becomes the mean of its six neighbours; the values on the surface stay.
Box sweep(const Box& box);

}  // namespace unibank::lps
