// Replaces a body's PTX instructions by those that every assembler for a GPU makes of them: mostly fewer.
#pragma once

#include "ptx/kernel.h"

namespace unibank::compiler {

// All results and all accesses to memory stay the same, except for weak loads whose results are not used: they are
// removed. Divisions of integers become the instructions that compute them; values are propagated, pairs of
// instructions fused, unused results removed, and registers connected by moves merged. To be called on a body as
// parsed, before any other pass.
void simplify(ptx::Kernel& body);

}  // namespace unibank::compiler
