// A decoded instruction as text, for messages and reports.
#pragma once

#include <string>

#include "ptx/kernel.h"

namespace unibank::compiler {

// "@!%p1 ld.global.u32 %r1, [%rd2+8] (line 17)". Suffixes that only choose between flavours of an operation (rounding,
// comparison, cache hints) are left out: the line says where to read them.
std::string instruction_text(const ptx::Kernel& kernel, const ptx::Instruction& instruction);

}  // namespace unibank::compiler
