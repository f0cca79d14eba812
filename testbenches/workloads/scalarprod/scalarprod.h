// The CPU reference of scalarprod.
#pragma once

#include <cstddef>
#include <vector>

namespace unibank::scalarprod {

// The scalar product of each pair of vectors of `elements`; a and b hold one vector after another. Products are summed
// in the kernel's order: every 1,024th into the same accumulator by fused multiply-adds, then the accumulators by a
// tree.
std::vector<float> products(const std::vector<float>& a, const std::vector<float>& b, std::size_t elements);

}  // namespace unibank::scalarprod
