// The image and the CPU reference of imagedenoising.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::imagedenoising {

constexpr std::size_t kSide = 8, kRadius = 3;  // side of a block and radius of the window, as in imagedenoising.cu

struct Image {
  std::size_t width = 0, height = 0;  // multiples of kSide
  std::vector<std::uint32_t> pixels;  // red in the lowest byte, then green and blue
};

struct Strength {
  float noise = 0;  // how fast the weight falls with the distance of two colours
  float kept = 0;   // the share of its own value that a pixel in a smooth place keeps
};

// Discs of one colour each, with noise of up to 24 of 255 in each channel.
Image random_image(std::size_t width, std::size_t height, std::uint32_t seed);

// Both use the kernels' operations in the kernels' order.
Image non_local_means(const Image& image, const Strength& strength);
Image nearest_neighbours(const Image& image, const Strength& strength);

}  // namespace unibank::imagedenoising
