// The CPU reference of softmax.
#pragma once

#include <cstddef>
#include <vector>

namespace unibank::softmax {

// For each row, exp(x - largest) over its sum, in double precision.
std::vector<double> rows(const std::vector<float>& in, std::size_t columns);

}  // namespace unibank::softmax
