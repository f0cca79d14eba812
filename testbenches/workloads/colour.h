// Pixels of four bytes as the image filters' kernels unpack and pack them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace unibank {

using Colour = std::array<float, 4>;

inline Colour unpacked(std::uint32_t pixel) {
  Colour colour{};
  for (unsigned i = 0; i < 4; ++i) colour[i] = static_cast<float>(pixel >> 8 * i & 0xff) * (1.0f / 255.0f);
  return colour;
}

inline std::uint32_t packed(const Colour& colour) {
  std::uint32_t pixel = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const float value = std::min(std::max(colour[i], 0.0f), 1.0f);
    pixel |= static_cast<std::uint32_t>(std::fma(value, 255.0f, 0.5f)) << 8 * i;
  }
  return pixel;
}

}  // namespace unibank
