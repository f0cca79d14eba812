// Joins bodies into one kernel.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/kernel.h"

namespace unibank::compiler {

// An entry and functions, all with registers and reconvergence, become one kernel: the functions follow the entry, in
// the given order, which is also that of Kernel::functions. `number` is each one's index in Module::functions, by which
// their calls name them. A thread has as many registers as the body that uses most. The module's scratchpad variables
// are laid out once for all bodies: the entry's, then those of functions.
ptx::Kernel join(ptx::Kernel entry, std::vector<ptx::Kernel> functions, const std::vector<std::uint32_t>& number);

}  // namespace unibank::compiler
