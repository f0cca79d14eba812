// The CPU references of dct2 that dct8x8 does not have. Images are dct8x8's; its transforms are those of DCT1 and DCT2.
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/dct8x8/dct8x8.h"

namespace unibank::dct2 {

struct ShortImage {
  std::size_t height = 0, width = 0;  // multiples of 8
  std::vector<std::int16_t> values;   // row-major
};

// What an integer is nearest to.
ShortImage rounded(const dct8x8::Image& image);

// DCT3 and DCT4: columns, then rows, with cosines of 16 bits behind the point and each value rounded once a pass.
ShortImage forward(const ShortImage& pixels);
ShortImage inverse(const ShortImage& coefficients);

// Every coefficient rounded to a multiple of JPEG's step for its place.
ShortImage quantise(const ShortImage& coefficients);

// DCT5: the products of matrices, as chains of fused multiply-adds.
dct8x8::Image products(const dct8x8::Image& pixels);

}  // namespace unibank::dct2
