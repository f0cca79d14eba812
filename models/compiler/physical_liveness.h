// Physical registers that a thread may still read, in a linked kernel with all its functions.
#pragma once

#include <vector>

#include "compiler/cfg.h"
#include "compiler/physical_use.h"

namespace unibank::compiler {

// Live before each instruction. Calls are followed: what is live where a function begins is live before its calls, and
// what is live behind any of its calls is live where it returns (calls are not told apart).
std::vector<RegisterBits> physical_liveness(const ptx::Kernel& kernel, const ControlFlow& flow,
                                            const std::vector<PhysicalUse>& use);

}  // namespace unibank::compiler
