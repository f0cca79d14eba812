// The memory order of an instruction of Volta, Turing or Ampere, from the parts of its opcode.
#pragma once

#include <string_view>

#include "warp/warp_instruction.h"

namespace unibank::trace {

// LDG.E.STRONG.GPU and its like, MEMBAR, and CCTL.IVALL, which drops the lines of L1: compilers place it after an
// acquiring load. `what` already has its memory operation.
void describe_order(std::string_view opcode, StaticInstruction& what);

}  // namespace unibank::trace
