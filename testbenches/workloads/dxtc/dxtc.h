// The image and the CPU reference of dxtc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::dxtc {

constexpr std::size_t kPixels = 16;  // of a block

using Pixels = std::array<std::uint32_t, kPixels>;  // row by row; red in the lowest byte, then green and blue

struct Encoded {
  std::uint32_t ends = 0;   // 5, 6 and 5 bits each: the first end in the lower half, the second in the upper
  std::uint32_t codes = 0;  // two bits per pixel, from the lowest on

  bool operator==(const Encoded& other) const { return ends == other.ends && codes == other.codes; }
};

// Codes of 16 sorted colours, two bits each: every way to cut them into up to four runs (codes 0, 2, 3, 1 from end to
// end) and into up to three runs (0, 2, 1). Ways with a single run are left out, because they leave an end undefined.
std::vector<std::uint32_t> cuts_in_four();   // 965
std::vector<std::uint32_t> cuts_in_three();  // 150

// `blocks` neighbouring blocks of an image with discs and noise, `blocks_across` of them in a row.
std::vector<Pixels> random_image(std::size_t blocks_across, std::size_t blocks, std::uint32_t seed);

// Uses the kernel's operations in the kernel's order.
Encoded compress(const Pixels& pixels);

// Decodes as a graphics card does.
Pixels decompress(const Encoded& encoded);

}  // namespace unibank::dxtc
