// Independent check of a register allocation.
#pragma once

#include <string>
#include <vector>

#include "compiler/allocation_context.h"
#include "ptx/kernel.h"

namespace unibank::compiler {

// Every error in an allocated body's registers, one line each, none when it is correct: two virtual registers that are
// live at one point share a physical one (of any width; a warp's diverged lanes have cells of their own, so checking
// single threads is enough, see liveness.h), a misaligned pair, a number beyond registers_per_thread or
// predicates_per_thread, one of these two totals beyond its limit, a register without its fixed number, a value that is
// live across a call in a register that the call clobbers, a spill slot outside of its area, misaligned, or loaded
// where nothing can have been stored. Shares no code with the allocator: it solves liveness instruction by instruction,
// which is simple and slow. For tests.
std::vector<std::string> check_allocation(const ptx::Kernel& kernel, const AllocationContext& context = {});

}  // namespace unibank::compiler
