// The memory order of an instruction from the parts of its opcode.
#pragma once

#include <string_view>

#include "warp/warp_instruction.h"

namespace unibank::trace {

// Sets the memory order of `what`, which already has its memory operation. Handles loads and stores such as
// LDG.E.STRONG.GPU, MEMBAR, and CCTL.IVALL, which invalidates the lines of the L1 and which compilers place after an
// acquiring load.
void describe_order(std::string_view opcode, StaticInstruction& what);

}  // namespace unibank::trace
