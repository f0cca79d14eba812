// Locations of a body's .param variables after its calls are lowered.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/calling_convention.h"

namespace unibank::compiler {

// The uses of a variable of a call sequence in a body, or of an input or a result in a function.
struct ParameterUse {
  bool single_value = true;             // loaded, stored and passed as one value; its address is never taken
  std::vector<std::uint32_t> calls;     // instructions that pass it
  std::vector<std::uint32_t> mentions;  // all other instructions that name it
};

// One element for each of Kernel::symbols; empty for variables outside of .param.
std::vector<ParameterUse> parameter_uses(const ptx::Kernel& kernel);

// The convention of a function that is neither called through registers nor recursive: arguments that are single values
// are passed in registers, up to kMaxArgumentRegisters, and so is a single value that is the only result; everything
// else is on the stack.
Convention register_convention(const ptx::Kernel& function);

// Whether the variable is passed by one call, and in the straight code around that call nothing else can access the
// stack below the frame. Such a variable is placed where the callee expects it; every other one is in the frame of its
// body and is copied.
std::vector<bool> may_live_on_stack(const ptx::Kernel& kernel, const std::vector<ParameterUse>& uses);

// Symbols of a function's results, in order; those of its inputs are the first ones.
std::vector<std::int32_t> result_symbols(const ptx::Kernel& function);

}  // namespace unibank::compiler
