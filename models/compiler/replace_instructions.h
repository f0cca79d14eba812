// Replaces instructions of a kernel.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "ptx/kernel.h"

namespace unibank::compiler {

using Instructions = std::vector<ptx::Instruction>;
using Replace = std::function<void(ptx::Instruction instruction, std::uint32_t pc, Instructions& out)>;

// The kernel becomes `before`, followed by the output of replace() for each instruction in turn. Labels and branches
// lead to the replacement of their target.
void replace_instructions(ptx::Kernel& kernel, Instructions before, const Replace& replace);

// Adds `distance` to the targets of the labels among an instruction's operands.
void shift_labels(ptx::Instruction& instruction, std::uint32_t distance);

}  // namespace unibank::compiler
