// The input and the CPU reference of srad.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::srad {

struct Image {
  std::size_t height = 0, width = 0;
  std::vector<float> pixels;  // row-major, above 0
};

// Pixels e^u, u uniform in 0 .. 1: the extraction step that ultrasound images go through first.
Image random_image(std::size_t height, std::size_t width, std::uint32_t seed);

// The square of the speckle scale: variance over squared mean of the top left corner, at most 128 x 128 pixels, where
// the image is taken to be uniform.
float speckle_scale(const Image& image);

// One iteration on the CPU.
Image diffuse(const Image& image, float q0_squared, float lambda);

}  // namespace unibank::srad
