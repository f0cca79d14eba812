// Reduces a body to fewer instructions, in the ways in which every assembler for a GPU does so with PTX.
#pragma once

#include "ptx/kernel.h"

namespace unibank::compiler {

// All results and all accesses to memory stay the same, except for weak loads that nobody reads: they are removed.
// Values are propagated, pairs of instructions fused, unused results removed, and registers connected by moves merged.
// For a body as parsed.
void simplify(ptx::Kernel& body);

}  // namespace unibank::compiler
