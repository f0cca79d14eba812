// Strands: parts of a kernel in which every use of a long-latency result refers to an operation issued in an earlier
// strand (Gebhart et al. 2012). A warp may leave the active set where a strand starts: LRF and ORF hold nothing there.
#pragma once

#include <vector>

#include "compiler/cfg.h"
#include "compiler/physical_use.h"

namespace unibank::compiler {

// For each instruction of a linked kernel: whether a strand starts there. Strands start
// - at the beginning of the kernel and of each function, after calls, returns, barriers, nanosleep and guarded
//   exits, and at unreachable code;
// - at all targets of a backward branch or a brx, and after the branch;
// - where an instruction names a register that a long-latency operation of the strand is to write;
// - where paths meet and only some of them have such an operation pending;
// - on both sides of a branch that may diverge, and at its reconvergence point, when lanes on one side may reach
//   a start of a strand: the others wait meanwhile, and the start takes their LRF and ORF entries as well. This does
//   not apply to a branch with a side that only exits: lanes that end need nothing. Every guarded branch counts as
//   potentially divergent;
// - at a call through a register, which is executed once for each function that lanes call;
// - at every instruction of a body that needs the whole warp (a barrier, .sync), if one of them is at a point where the
//   warp may be diverged: the executor then sends waiting lanes ahead, past their reconvergence points.
std::vector<bool> strand_starts(const ptx::Kernel& kernel, const ControlFlow& flow,
                                const std::vector<PhysicalUse>& use);

}  // namespace unibank::compiler
