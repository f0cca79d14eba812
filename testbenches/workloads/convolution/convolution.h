// The CPU reference of convolution.
#pragma once

#include <cstddef>
#include <vector>

namespace unibank::convolution {

constexpr std::size_t kRadius = 8;  // convolution.cu's

// Pixel (x, y) is the sum of pixels (x, y + i) times tap 8 - i, for i from -8 to 8; pixels outside the image are zeros.
std::vector<float> columns(const std::vector<float>& image, std::size_t width, const std::vector<float>& taps);

}  // namespace unibank::convolution
