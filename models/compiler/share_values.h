// Computes a value once that a body computes repeatedly.
#pragma once

#include "ptx/kernel.h"

namespace unibank::compiler {

// A repetition becomes a move of the first result, where that is known to be the same and still there: integer
// arithmetic, moves, special registers except clocks, and the parameters of an entry.
void share_values(ptx::Kernel& body);

}  // namespace unibank::compiler
