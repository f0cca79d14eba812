// Looks over the allocator's shoulder.
#pragma once

#include <string>
#include <vector>

#include "compiler/allocation_context.h"
#include "ptx/kernel.h"

namespace unibank::compiler {

// Every fault of an allocated body's registers, one line each, none when it is sound: two virtual registers that are
// live at one place share a physical one (of any width; a warp's diverged lanes have cells of their own, so following
// single threads is enough, see liveness.h), a pair that is not aligned, a number beyond registers_per_thread or
// predicates_per_thread or those beyond their limits, a register without the number it must have, a value that lives
// across a call in a register that the call destroys, a spill slot outside of its area, misaligned, or loaded where
// nothing can have been stored. Shares no code with the allocator: it solves liveness instruction by instruction, which
// is simple and slow. Meant for tests.
std::vector<std::string> check_allocation(const ptx::Kernel& kernel, const AllocationContext& context = {});

}  // namespace unibank::compiler
