// The CPU reference of scalarprod_sp.
#pragma once

#include <cstddef>
#include <vector>

namespace unibank::scalarprod_sp {

// The scalar product of each pair of vectors of `elements`; a and b hold one vector after another. The order of
// additions is the same in every form of the kernel: every 1,024th product is added to the same accumulator by fused
// multiply-adds, then a tree adds the accumulators. `elements` is a multiple of 1,024.
std::vector<float> products(const std::vector<float>& a, const std::vector<float>& b, std::size_t elements);

}  // namespace unibank::scalarprod_sp
