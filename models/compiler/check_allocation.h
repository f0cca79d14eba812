// Looks over the allocator's shoulder.
#pragma once

#include <string>
#include <vector>

#include "ptx/kernel.h"

namespace unibank::compiler {

// Every fault of an allocated kernel's registers, one line each, none when it is sound: two virtual registers that are
// live at one place share a physical one, a pair that is not aligned, a number beyond registers_per_thread or
// predicates_per_thread. Shares no code with the allocator: it solves liveness instruction by instruction, which is
// simple and slow. Meant for tests.
std::vector<std::string> check_allocation(const ptx::Kernel& kernel);

}  // namespace unibank::compiler
