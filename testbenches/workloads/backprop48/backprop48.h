// The CPU reference of backprop48; the network is backprop's.
#pragma once

#include <vector>

#include "workloads/backprop/backprop.h"

namespace unibank::backprop48 {

// The weights, with the numbers of each group's tree in place of those that the tree adds up: of 16 inputs by 16 hidden
// units, products at odd inputs, and the sum of all 16 at the first.
std::vector<float> trees(const backprop::Network& network);

}  // namespace unibank::backprop48
