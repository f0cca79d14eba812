// Strands: stretches of a kernel in which every use of a long-latency result refers to an operation issued in an
// earlier one (Gebhart et al. 2012). A warp may leave the active set where one starts: the LRF and ORF hold nothing.
#pragma once

#include <vector>

#include "compiler/cfg.h"
#include "compiler/physical_use.h"

namespace unibank::compiler {

// For each instruction of a linked kernel: a strand starts there. That is
// - at the beginning of the kernel and of each function, behind calls, returns, barriers and guarded exits, and where
//   nothing leads to;
// - at all targets of a backward branch or a brx, and behind the branch;
// - where an instruction names a register that a long-latency operation of the strand is to write;
// - where paths meet of which only some have such an operation pending;
// - on both sides of a branch that may divide the warp, and where its lanes meet again, when lanes on one side may come
//   to a start of a strand: the others wait meanwhile, and the start takes their LRF and ORF entries as well. A branch
//   with a side that does nothing but end is none of these: lanes that end need nothing. Every guarded branch counts as
//   one that may divide;
// - at a call through a register, which is executed once for each function that lanes call;
// - at every instruction of a body that wants the whole warp (a barrier, .sync), when one of them stands where the warp
//   may be divided: the executor then sends waiting lanes ahead, past the places where they would have met.
std::vector<bool> strand_starts(const ptx::Kernel& kernel, const ControlFlow& flow,
                                const std::vector<PhysicalUse>& use);

}  // namespace unibank::compiler
