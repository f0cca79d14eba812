// The CPU references of dct2 that dct8x8 does not have. The images are those of dct8x8, and the transforms of dct8x8
// are the references of DCT1 and DCT2.
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/dct8x8/dct8x8.h"

namespace unibank::dct2 {

struct ShortImage {
  std::size_t height = 0, width = 0;  // multiples of 8
  std::vector<std::int16_t> values;   // row-major
};

// Each value rounded to the nearest integer.
ShortImage rounded(const dct8x8::Image& image);

// DCT3 and DCT4: columns, then rows. The cosines have 16 fraction bits, and each value is rounded once in each pass.
ShortImage forward(const ShortImage& pixels);
ShortImage inverse(const ShortImage& coefficients);

// Rounds every coefficient to a multiple of JPEG's step for its place.
ShortImage quantise(const ShortImage& coefficients);

// DCT5: the two matrix products, as chains of fused multiply-adds.
dct8x8::Image products(const dct8x8::Image& pixels);

}  // namespace unibank::dct2
