// Values that are cheaper to recompute than to keep.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/body.h"

namespace unibank::compiler {

// For each used register, the instructions that compute its value without other registers (constants, addresses of
// variables, constant special registers, kernel parameters), each writing the register; at most kLongestRecipe. Empty
// if there are none: the register is written under a guard, or with different values.
constexpr std::size_t kLongestRecipe = 2;
using Recipe = std::vector<ptx::Instruction>;
std::vector<Recipe> recipes(const Body& body);

}  // namespace unibank::compiler
