// Puts other instructions in place of a kernel's.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "ptx/kernel.h"

namespace unibank::compiler {

using Instructions = std::vector<ptx::Instruction>;
using Replace = std::function<void(ptx::Instruction instruction, std::uint32_t pc, Instructions& out)>;

// The kernel becomes `before`, and then what replace() appends for each instruction in turn. Labels and branches lead
// to what stands in place of their target.
void replace_instructions(ptx::Kernel& kernel, Instructions before, const Replace& replace);

// Adds `distance` to what the labels among an instruction's operands point to.
void shift_labels(ptx::Instruction& instruction, std::uint32_t distance);

}  // namespace unibank::compiler
