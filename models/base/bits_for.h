// The width of a number, for the hardware that a design adds.
#pragma once

#include <cstdint>

namespace unibank {

// Bits of a number below `count`.
inline unsigned bits_for(std::uint64_t count) {
  unsigned bits = 0;
  while ((std::uint64_t{1} << bits) < count) ++bits;
  return bits;
}

}  // namespace unibank
