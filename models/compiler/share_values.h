// Computes a value once that a block computes repeatedly.
#pragma once

#include "ptx/kernel.h"

namespace unibank::compiler {

// A repetition becomes a move of the first result, where that is known to be the same and still there: integer
// arithmetic, special registers except clocks, and the parameters of an entry. Not over several blocks: compilers
// repeat such values on purpose, because a value that is kept for long occupies a register.
void share_values(ptx::Kernel& body);

}  // namespace unibank::compiler
