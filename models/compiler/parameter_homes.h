// Where the .param variables of a body live once its calls are lowered.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/calling_convention.h"

namespace unibank::compiler {

// What a body does with a variable of a call sequence, or a function with an input or a result.
struct ParameterUse {
  bool single_value = true;             // loaded, stored and passed as one value, its address never taken
  std::vector<std::uint32_t> calls;     // instructions that pass it
  std::vector<std::uint32_t> mentions;  // all others
};

// Of each of Kernel::symbols; empty for those outside of .param.
std::vector<ParameterUse> parameter_uses(const ptx::Kernel& kernel);

// A function that is not called through registers and does not call itself: single values in registers, as far as those
// suffice, everything else on the stack.
Convention register_convention(const ptx::Kernel& function);

// The variable is passed by one call, and in the straight code around it nothing but that call can touch the stack
// below: it may live where the callee expects it. Else it lives in the frame of its body and is copied.
std::vector<bool> may_live_on_stack(const ptx::Kernel& kernel, const std::vector<ParameterUse>& uses);

// Symbols of a function's results, in order; those of its inputs are the first ones.
std::vector<std::int32_t> result_symbols(const ptx::Kernel& function);

}  // namespace unibank::compiler
