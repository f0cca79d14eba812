// Values that are cheaper to compute again than to keep.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/body.h"

namespace unibank::compiler {

// Of each used register, the instructions that compute its value from nothing (constants, addresses of variables,
// special registers that never change, kernel parameters), each writing the register; at most kLongestRecipe. Empty
// when there is no such way: the register is written under a guard, or with different values.
constexpr std::size_t kLongestRecipe = 2;
using Recipe = std::vector<ptx::Instruction>;
std::vector<Recipe> recipes(const Body& body);

}  // namespace unibank::compiler
