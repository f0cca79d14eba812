// The CPU reference of rotary.
#pragma once

#include <cstddef>
#include <vector>

namespace unibank::rotary {

struct Shape {
  std::size_t heads = 0, half = 0, stride = 0;  // half the elements of a head; elements of a token
};

// Cosine and sine of position * 10000^(-i / half), i from 0 to half - 1, one position after another.
std::vector<float> angles(std::size_t positions, std::size_t half);
// Each pair (x[i], x[i + half]) of each head rotated by its angle. As in the kernel, one product is rounded and the
// other is fused with it; the result is not yet rounded to halves.
std::vector<float> turned(const std::vector<float>& tokens, const std::vector<int>& positions,
                          const std::vector<float>& angles, const Shape& shape);

}  // namespace unibank::rotary
