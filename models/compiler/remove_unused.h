// Removes instructions whose results are not used.
#pragma once

#include "ptx/kernel.h"

namespace unibank::compiler {

// Also circles of them, such as a counter that only counts itself. Kept: everything with a side effect, loads that are
// not weak, reads of clocks, and instructions at which lanes wait for each other.
void remove_unused(ptx::Kernel& body);

}  // namespace unibank::compiler
