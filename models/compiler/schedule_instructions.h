// Instructions in the order in which a GPU's compiler would issue them.
#pragma once

#include "compile_options/instruction_schedule.h"
#include "compiler/allocation_context.h"
#include "ptx/kernel.h"

namespace unibank::compiler {

// Orders the instructions of each block anew between those that are fixed (dependences.h); labels and branches stay
// where they are. To be called before registers are allocated; `context` is the allocator's.
//
// The body takes as many registers as in the order as written, so that as many threads are resident, or up to
// `schedule.registers` and the context's limit. No more values are spilled or computed again than as written: where they
// would be, less is moved, in the end nothing.
//
// Loads do not move past a branch: on the other way their addresses may lead nowhere.
void schedule_instructions(ptx::Kernel& body, const AllocationContext& context, const InstructionSchedule& schedule);

}  // namespace unibank::compiler
