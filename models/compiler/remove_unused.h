// Removes instructions whose results are not used.
#pragma once

#include "ptx/kernel.h"

namespace unibank::compiler {

// A result is unused if no path from it leads to a reader before the register is overwritten. Also removes cycles of
// such instructions, for example a counter that is read only to increment it. Kept: instructions of which one result
// is used, everything with a side effect, loads that are not weak, texture fetches, instructions on matrices, reads of
// clocks, and instructions at which lanes wait for each other.
void remove_unused(ptx::Kernel& body);

}  // namespace unibank::compiler
