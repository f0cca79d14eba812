// The CPU reference of backprop48; the network is backprop's.
#pragma once

#include <vector>

#include "workloads/backprop/backprop.h"

namespace unibank::backprop48 {

// The weights after the kernel, which overwrites them with the tree's numbers: in each group of 16 inputs by 16 hidden
// units, an odd input holds its product and the first input holds the sum of all 16.
std::vector<float> trees(const backprop::Network& network);

}  // namespace unibank::backprop48
