// The shape of a grid or of a block, x fastest.
#pragma once

#include <cstdint>

namespace unibank {

struct Dim3 {
  unsigned x = 1, y = 1, z = 1;
  std::uint64_t count() const { return std::uint64_t{x} * y * z; }
};

}  // namespace unibank
