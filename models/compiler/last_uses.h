// Which reads of a register are the last of the value in it.
#pragma once

#include "ptx/kernel.h"

namespace unibank::compiler {

// Fills Kernel::last_uses, for a kernel with physical registers (Jing et al. 2016, section III-D; one bit per operand).
//
// A life of a register is one value: definitions and reads that are connected by paths on which it is live. A read is
// its last use when
//   - no path reads the value after it (an instruction may write the register that it reads last), and
//   - every path from each definition and read of the life to the kernel's end passes it.
// So a life that ends in both arms of a branch, or on an edge out of a loop, has no last use, and a life has at most
// one. A thread that ends reads nothing any more: a branch straight to the thread's end does not count as a path around
// a read, unless nothing else leads out of its block. A life that began in a function's caller has none, nor do
// operands of calls and returns: they live on in another function.
//
// The first condition holds for each thread by itself, also under a guard. So when all lanes of a warp that have not
// ended execute a last use, no lane reads the register before it has written it.
void find_last_uses(ptx::Kernel& kernel);

}  // namespace unibank::compiler
