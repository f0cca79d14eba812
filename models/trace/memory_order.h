// How an instruction of Volta, Turing or Ampere orders memory, by the parts of its opcode.
#pragma once

#include <string_view>

#include "warp/warp_instruction.h"

namespace unibank::trace {

// LDG.E.STRONG.GPU and its like, MEMBAR and CCTL.IVALL, which drops the lines of L1: what compilers put behind a load
// that acquires. `what` has its memory operation already.
void describe_order(std::string_view opcode, StaticInstruction& what);

}  // namespace unibank::trace
