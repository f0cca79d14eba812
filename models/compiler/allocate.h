// Physical registers of a kernel or function, within a limit.
#pragma once

#include "compiler/allocation_context.h"
#include "ptx/kernel.h"

namespace unibank::compiler {

// Fills Kernel::physical, registers_per_thread, predicates_per_thread and allocation. A 64-bit value takes an even
// register and the next, a value of 8, 16 or 32 bits one register, a predicate a number of the predicate file. Values
// with disjoint live ranges share a register, and a move's source and destination get the same one where possible. The
// numbering is the smallest of several greedy colourings: often equal to the register pressure, never less. An unused
// virtual register gets number 0. The same kernel always gets the same numbers.
//
// Values beyond the limit are spilled to local memory, or recomputed if that is cheaper: instructions are
// inserted (marked by ptx::Origin), definitions that only recomputed values needed are dropped, labels and branch
// targets follow, Kernel::local_bytes grows. A kernel that fits is not changed. Kernel::reconverge must be filled
// afterwards.
//
// InputError when a single instruction needs more registers than there are, and for a limit outside of
// kLeastRegisters .. kMaxRegisters.
void allocate(ptx::Kernel& kernel, const AllocationContext& context = {});

}  // namespace unibank::compiler
