// Physical registers of a kernel or function, within a limit.
#pragma once

#include "compiler/allocation_context.h"
#include "ptx/kernel.h"

namespace unibank::compiler {

// Fills Kernel::physical, registers_per_thread, predicates_per_thread and allocation. A 64-bit value takes an even
// register and the one behind it, a value of 8, 16 or 32 bits one register, a predicate a number of the predicate file.
// Values that are needed at different times share a register, and a move's source and destination get the same one
// where that is free. Numbers are the lowest of several greedy colourings: often the most that is live at once, never
// less. Registers that no instruction names get 0. The same kernel always gets the same numbers.
//
// What does not fit into the limit is kept in local memory, or computed again where that is cheaper: instructions are
// inserted (ptx::Origin says which), labels and branch targets follow, Kernel::local_bytes grows. A kernel that fits is
// left as it is. Kernel::reconverge must be filled afterwards.
//
// InputError when an instruction alone needs more registers than there are.
void allocate(ptx::Kernel& kernel, const AllocationContext& context = {});

}  // namespace unibank::compiler
