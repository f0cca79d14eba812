// The compiler pass for warps that hold some of their registers only for a time: RegMutex (Khorasani et al., ISCA
// 2018).
#pragma once

#include "compiler/allocation_context.h"
#include "ptx/kernel.h"

namespace unibank::compiler {

// Divides a thread's registers into a base set, which it always holds, and an extended set from number `base` on. For
// the allocated body of an entry without calls. Values get new numbers within registers_per_thread, so that values that
// are live where few registers are needed lie in the base set; then `acqreg` and `relreg` (ptx::Origin::kTimeShare) are
// placed on every path into and out of the parts of the kernel with a value in the extended set. Fills
// Kernel::base_registers.
//
// The authors place both instructions by liveness, and move values from the extended set to free base registers before
// a release. Here these values get base registers from the start, so there are no moves; where no such numbering is
// found, the parts with the extended set grow.
//
// No thread waits for another one between acqreg and relreg: otherwise warps with a section and warps without one could
// wait for each other. So at each barrier and each test of an mbarrier, and at each load or atomic of a loop that may
// wait for another thread's store (volatile, relaxed or acquiring loads, cas and exch), all values are in the base set.
// If that is impossible, or the kernel needs no extended set, the body is unchanged and the result is false.
bool time_share_registers(ptx::Kernel& body, const AllocationContext& context, unsigned base);

// Part of the instructions that are executed with the extended set, by the estimated frequency of blocks.
double extended_share(const ptx::Kernel& kernel);

}  // namespace unibank::compiler
