// The CPU reference of scalarprod_sp.
#pragma once

#include <cstddef>
#include <vector>

namespace unibank::scalarprod_sp {

// The scalar product of each pair of vectors of `elements`, one behind the other in a and b, in the order of every form
// of the kernel: every 1,024th product into the same accumulator by fused multiply-adds, then the accumulators by a
// tree. `elements` is a multiple of 1,024.
std::vector<float> products(const std::vector<float>& a, const std::vector<float>& b, std::size_t elements);

}  // namespace unibank::scalarprod_sp
