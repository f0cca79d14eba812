// The input and the CPU reference of srad.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "host/device.h"

namespace unibank::srad {

struct Image {
  std::size_t height = 0, width = 0;
  std::vector<float> pixels;  // row-major, above 0
};

// Pixels e^u, with u uniform in 0 .. 1, as after the extraction step of ultrasound images.
Image random_image(std::size_t height, std::size_t width, std::uint32_t seed);

// The square of the speckle scale: variance divided by squared mean of the top left corner, at most `corner` x `corner`
// pixels, where the image is assumed to be uniform.
constexpr std::size_t kCorner = 128;  // as in the run script of Rodinia's srad_v2
float speckle_scale(const Image& image, std::size_t corner = kCorner);
// The square of the speckle scale of `count` pixels with this sum and this sum of squares.
float speckle_scale(double sum, double squares, std::size_t count);

// The results of the first kernel, which the second reads: for each pixel, its coefficient and its differences to the
// neighbours.
struct Step {
  std::vector<float> coefficients, north, south, west, east;
};

// The two kernels on the CPU, and one iteration of both.
Step coefficients(const Image& image, float q0_squared);
Image updated(const Image& image, const Step& step, float lambda);
Image diffuse(const Image& image, float q0_squared, float lambda);

// The arrays of the two kernels, each as large as the image, which is uploaded.
struct DeviceArrays {
  std::uint64_t image, coefficient, north, south, west, east;
};
DeviceArrays allocate(Device& device, const Image& image);

}  // namespace unibank::srad
