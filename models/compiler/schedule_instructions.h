// Orders instructions as a GPU's compiler would.
#pragma once

#include "compile_options/instruction_schedule.h"
#include "compiler/allocation_context.h"
#include "ptx/kernel.h"

namespace unibank::compiler {

// Reorders the instructions of each block between the fixed ones (dependences.h); labels and branches do not move.
// To be called before registers are allocated; `context` is the allocator's.
//
// The body uses at most the registers of the written order, so that occupancy is unchanged, or up to
// `schedule.registers` and the context's limit. No more values are spilled or recomputed than in the written order: if
// the new order would need more, orders for fewer registers are tried, and under kCriticalPath in the end those of
// kLoadsEarly; if none is good enough, nothing moves.
//
// Loads do not move before a branch: on the other path their addresses may be invalid.
void schedule_instructions(ptx::Kernel& body, const AllocationContext& context, const InstructionSchedule& schedule);

}  // namespace unibank::compiler
