// What an SM needs to know about each instruction of a kernel before it runs.
#pragma once

#include <vector>

#include "ptx/kernel.h"
#include "warp/warp_instruction.h"

namespace unibank::compiler {

// One StaticInstruction for each instruction of a compiled kernel (see link.h), in program order.
//
// Unit: the instruction table's latency class; branches, calls, returns from them, fences, bar.warp and relssp are
// kAlu.
// Division, remainder, reciprocal, square root and the .approx functions are one special-function instruction each,
// although real hardware runs divisions and IEEE square roots as short subroutines: the kernel has one instruction
// there and so has the model.
// Space: as written; an access with a generic address is kGlobal, because where it leads is a run-time value, and the
// lanes that turn out to point to scratchpad or local memory are the executor's business.
// Order and cache operator: as written, or as PTX takes them where nothing is written.
// Sources: data registers read, in operand order, address registers and store data among them. Guards and other
// predicates stand only in `touches`: they do not come from the banks. The carry flag of add.cc and its like is no
// register and not tracked; a warp issues in order.
// Sources and results of a kernel with a placement are those that the main register file serves; the fill of an ORF
// entry by a read counts as a write of the ORF.
// Last uses: as Kernel::last_uses has them.
// Text: the instruction rebuilt from its decoded form: opcode, types, operands.
std::vector<StaticInstruction> static_instructions(const ptx::Kernel& kernel);

}  // namespace unibank::compiler
