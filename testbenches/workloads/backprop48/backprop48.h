// The CPU reference of backprop48; the network is backprop's.
#pragma once

#include <vector>

#include "workloads/backprop/backprop.h"

namespace unibank::backprop48 {

// The weights after the kernel, which overwrites them with intermediate results of its tree of sums: in each group of
// 16 inputs by 16 hidden units, the weight of the second, fourth, ... input becomes its product with the input, and the
// weight of the first input becomes the sum of all 16 products.
std::vector<float> trees(const backprop::Network& network);

}  // namespace unibank::backprop48
