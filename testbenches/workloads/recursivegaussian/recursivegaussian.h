// The input and the CPU reference of recursivegaussian.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::recursivegaussian {

struct Image {
  std::size_t width = 0, height = 0;
  std::vector<std::uint32_t> pixels;  // row-major; 8 bits for each of red (lowest), green, blue and alpha
};

// Coloured rectangles with noise.
Image random_image(std::size_t width, std::size_t height, std::uint32_t seed);

// The share of the previous result in a pixel, for a blur as wide as a Gaussian of this sigma.
float memory_of(float sigma);

// Every column blurred downwards and upwards, then every row to the right and to the left.
Image blur(const Image& image, float memory);

}  // namespace unibank::recursivegaussian
