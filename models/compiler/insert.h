// Changes to the instructions of a kernel, all at once: labels and branch targets follow.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "ptx/kernel.h"

namespace unibank::compiler {

// The changes at one instruction.
struct Edit {
  std::vector<ptx::Instruction> before, behind;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> renames;  // old register -> new register
  bool dropped = false;
};

// Register `from` becomes `to` wherever the instruction names it.
void rename(ptx::Instruction& instruction, std::uint32_t from, std::uint32_t to);

// One edit for each instruction of the kernel. A branch to an instruction first executes the code inserted before it.
// The prologue runs once, when the kernel begins.
void apply(const std::vector<Edit>& edits, const std::vector<ptx::Instruction>& prologue, ptx::Kernel& kernel);

}  // namespace unibank::compiler
