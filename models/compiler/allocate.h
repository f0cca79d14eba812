// Physical registers of a kernel, without spills.
#pragma once

#include "ptx/kernel.h"

namespace unibank::compiler {

// Fills Kernel::physical, registers_per_thread and predicates_per_thread. A 64-bit value takes an even register and the
// one behind it, a value of 8, 16 or 32 bits one register, a predicate a number of the predicate file. Values that are
// needed at different times share a register, and a move's source and destination get the same one where that is free.
// Numbers are the lowest of several greedy colourings: often the most that is live at once, never less. Registers that
// no instruction names get 0. The same kernel always gets the same numbers.
//
// InputError when a thread needs more than kMaxRegisters or kMaxPredicates (warp/warp_instruction.h).
void allocate(ptx::Kernel& kernel);

}  // namespace unibank::compiler
