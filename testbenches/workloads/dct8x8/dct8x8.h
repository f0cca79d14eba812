// The image and the CPU reference of dct8x8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::dct8x8 {

constexpr std::size_t kSide = 8;

struct Image {
  std::size_t height = 0, width = 0;  // multiples of 8
  std::vector<float> values;          // row-major: pixels -128 .. 127, or coefficients
};

// Smooth shading, edges of squares, and noise, in whole numbers.
Image synthetic_image(std::size_t height, std::size_t width, std::uint32_t seed);

// The orthonormal discrete cosine transform (type II) of each block of 8 x 8, and its inverse; products and sums fused
// as in the kernels.
Image forward(const Image& pixels);
Image inverse(const Image& coefficients);

// Rounds every coefficient to a multiple of JPEG's step for its place, ties to even.
Image quantise(const Image& coefficients);
float quantisation_step(std::size_t row, std::size_t column);

}  // namespace unibank::dct8x8
