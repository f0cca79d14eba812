// Makes of a body the instructions that every assembler for a GPU makes of PTX: mostly fewer of them.
#pragma once

#include "ptx/kernel.h"

namespace unibank::compiler {

// All results and all accesses to memory stay the same, except for weak loads that nobody reads: they are removed.
// Divisions of integers become what computes them; values are propagated, pairs of instructions fused, unused results removed, and registers connected by moves merged.
// For a body as parsed.
void simplify(ptx::Kernel& body);

}  // namespace unibank::compiler
