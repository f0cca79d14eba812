// The frames and the CPU reference of sad.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::sad {

struct Frames {
  std::size_t height = 0, width = 0;              // multiples of 16
  std::vector<std::uint16_t> current, reference;  // row-major, 0 .. 255
};

// A reference frame of shading, edges and noise, and a current frame of the same scene with new noise. Current pixel
// (y, x) shows what reference pixel (y - 2, x + 3) shows, so the best offset is 3 across and 2 up.
Frames synthetic_frames(std::size_t height, std::size_t width, std::uint32_t seed);

// A kind of shape: `width` x `height` pixels; its sums begin at `place` x macroblocks x padded offsets.
struct Kind {
  std::size_t width, height, place;
};
constexpr Kind kKinds[] = {{16, 16, 0}, {16, 8, 1}, {8, 16, 3}, {8, 8, 5}, {8, 4, 9}, {4, 8, 17}, {4, 4, 25}};
constexpr std::size_t kShapes = 41;  // of a macroblock

std::size_t offsets(std::size_t range);         // (2 range + 1)^2
std::size_t padded_offsets(std::size_t range);  // the next multiple of 8

// The sums of all shapes in sad.cu's order; padded offsets have 0.
std::vector<std::uint16_t> sums(const Frames& frames, std::size_t range);

// The index of shape (row, column) of a kind among its macroblock's shapes: 8 x 4 and 4 x 8 shapes are ordered by the
// quarter of the macroblock that contains them, all other shapes row by row.
std::size_t shape_index(const Kind& kind, std::size_t row, std::size_t column);

}  // namespace unibank::sad
