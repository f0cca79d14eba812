// The static properties of each instruction of a kernel for an SM.
#pragma once

#include <vector>

#include "ptx/kernel.h"
#include "warp/warp_instruction.h"

namespace unibank::compiler {

// One StaticInstruction for each instruction of a compiled kernel (see link.h), in program order.
//
// - Unit: the instruction table's latency class; kControl (branches, calls, fences, bar.warp, relssp, acqreg, others)
//   is kAlu, and so is a return from a call. Division, remainder, reciprocal, square root and the .approx functions are
//   one special-function instruction each, although hardware executes divisions and IEEE square roots as short
//   subroutines: PTX has one instruction for each, and the model executes that one.
// - Space: as written; an access with a generic address is kGlobal, because its target is a run-time value, and the
//   executor handles lanes that point to scratchpad or local memory. Accesses of matrices and of an mbarrier are
//   kScratchpad then: their address must point there.
// - Order and cache operator: as written, or PTX's default.
// - Sources: data registers read, in operand order, including address registers and store data. Guards and other
//   predicates are only in `touches`: they do not come from the banks. The carry flag of add.cc and its like is not a
//   register and not tracked; a warp issues in order. Sources and results of a kernel with a placement are those in the
//   main register file; the fill of an ORF entry by a read counts as a write of the ORF.
// - Last uses: from Kernel::last_uses.
// - Text: that of the instruction as written, with its line in the file.
std::vector<StaticInstruction> static_instructions(const ptx::Kernel& kernel);

}  // namespace unibank::compiler
