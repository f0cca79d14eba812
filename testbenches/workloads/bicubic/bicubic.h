// The input and the CPU reference of bicubic.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::bicubic {

struct Image {
  std::size_t width = 0, height = 0;
  std::vector<std::uint8_t> grey;  // row-major, 0 to 255
};

// The place in the image from which a pixel of the result is read: place = (pixel - middle) scale + middle + shift.
// Pixel and place are coordinates of the middles of texels.
struct View {
  float shift_x = 0, shift_y = 0, scale = 1, middle_x = 0, middle_y = 0;
};

// Bright discs with sharp edges on a dark background, with noise.
Image random_image(std::size_t width, std::size_t height, std::uint32_t seed);

// Weights of four texels in a row, for a place that is `a` of the way from the second to the third.
std::array<float, 4> weights(float a);

// A width x height image: grey in the three lower bytes of each pixel. Outside the image, the nearest pixel of its edge
// counts.
std::vector<std::uint32_t> render(const Image& image, const View& view, std::size_t width, std::size_t height);

}  // namespace unibank::bicubic
