// The CPU reference of stencil_async.
#pragma once

#include <cstddef>
#include <vector>

namespace unibank::stencil_async {

struct Grid {
  std::size_t width = 0, height = 0, depth = 0;  // x runs fastest, z slowest
};

// Returns `centre` times the point plus `side` times the sum of its six neighbours, which are 0 outside the grid; added
// and fused as in the kernel, so that the two agree to the last bit.
std::vector<float> step(const std::vector<float>& in, const Grid& grid, float centre, float side);

}  // namespace unibank::stencil_async
