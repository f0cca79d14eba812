// Computes a value only once that a basic block computes repeatedly.
#pragma once

#include "ptx/kernel.h"

namespace unibank::compiler {

// A repetition becomes a move of the first result, where that result is known to be equal and still in its register:
// integer arithmetic, special registers except clocks, and the parameters of an entry. Not over several blocks:
// compilers repeat such values on purpose, because a value that is kept for long occupies a register.
void share_values(ptx::Kernel& body);

}  // namespace unibank::compiler
