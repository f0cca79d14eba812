// Pixels of images.
#pragma once

#include <cstdint>

namespace unibank {

// One of a pixel's four bytes; red is 0.
inline int channel(std::uint32_t pixel, unsigned c) { return static_cast<int>(pixel >> 8 * c & 0xff); }

}  // namespace unibank
