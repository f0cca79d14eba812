// Replaces operands of instructions by the registers, constants and addresses that their values come from.
#pragma once

#include "ptx/kernel.h"

namespace unibank::compiler {

// Copies of registers are read from their source, constants are operands where an instruction of a GPU has room for
// one, and sums in an address become part of the memory access. Definitions stay, some of them unused.
void propagate_values(ptx::Kernel& body);

}  // namespace unibank::compiler
