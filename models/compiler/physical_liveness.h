// Physical registers that a thread may still read, in a linked kernel with all its functions.
#pragma once

#include <vector>

#include "compiler/cfg.h"
#include "compiler/physical_use.h"

namespace unibank::compiler {

// Live before each instruction. Calls are followed: registers live at a function's beginning are live before its calls,
// and registers live after any of its calls are live where it returns (call sites are not distinguished).
std::vector<RegisterBits> physical_liveness(const ptx::Kernel& kernel, const ControlFlow& flow,
                                            const std::vector<PhysicalUse>& use);

}  // namespace unibank::compiler
