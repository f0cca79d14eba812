// Reads the pixels of a PNG as GTKWave writes it: 8 bits per channel, RGB or RGBA, not interlaced.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

struct Png {
  using Pixel = std::array<std::uint8_t, 3>;  // red, green, blue
  std::size_t width = 0, height = 0;
  std::vector<Pixel> pixels;  // row by row

  const Pixel& at(std::size_t x, std::size_t y) const { return pixels[y * width + x]; }
};

// Throws std::runtime_error for any other file.
Png read_png(const std::string& path);
