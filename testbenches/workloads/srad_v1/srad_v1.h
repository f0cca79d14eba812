// The input and the CPU reference of srad_v1.
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/srad/srad.h"

namespace unibank::srad_v1 {

using srad::Image;  // a row of the Image is a column of the picture: pixels lie column by column

// Grey values from 64 to 255. There are no darker pixels, because a result near 0 would be mostly rounding error.
Image random_picture(std::size_t rows, std::size_t columns, std::uint32_t seed);

// For each of `count` rows or columns: the indices of the previous and of the next one; at the border, its own index.
struct Neighbours {
  std::vector<std::int32_t> before, behind;
};
Neighbours neighbours(std::size_t count);

// The image after extraction, `iterations` diffusion steps with the statistics of all its pixels, and compression.
Image processed(const Image& picture, std::int64_t iterations, float lambda);

}  // namespace unibank::srad_v1
