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

// A reference frame of shading, edges and noise, and the same scene moved by 3 pixels across and 2 up, with new noise.
Frames synthetic_frames(std::size_t height, std::size_t width, std::uint32_t seed);

// A kind of shape: `width` x `height` pixels; its sums begin at `place` x macroblocks x padded offsets.
struct Kind {
  std::size_t width, height, place;
};
constexpr Kind kKinds[] = {{16, 16, 0}, {16, 8, 1}, {8, 16, 3}, {8, 8, 5}, {8, 4, 9}, {4, 8, 17}, {4, 4, 25}};
constexpr std::size_t kShapes = 41;  // of a macroblock

std::size_t offsets(std::size_t range);         // (2 range + 1)^2
std::size_t padded_offsets(std::size_t range);  // the next multiple of 8

// The sums of all shapes in sad.cu's order; 0 where offsets are padded.
std::vector<std::uint16_t> sums(const Frames& frames, std::size_t range);

// Where shape (row, column) of a kind in a macroblock lies among its shapes: in the order of the quarters that they
// make up, except 4 x 4, which go row by row.
std::size_t shape_index(const Kind& kind, std::size_t row, std::size_t column);

}  // namespace unibank::sad
