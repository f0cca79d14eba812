// The CPU reference of conv_gemm.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::conv_gemm {

struct Shape {
  std::size_t images = 0, width = 0, height = 0, channels = 0, filters = 0;
};

// 3 x 3 points, stride 1, zeros around the image. Images and results are images x height x width x channels (filters),
// filters are 3 x 3 x channels x filters. Summed in single precision, rounded to halves (their bits).
std::vector<std::uint16_t> convolve(const std::vector<float>& images, const std::vector<float>& filters,
                                    const Shape& shape);

}  // namespace unibank::conv_gemm
