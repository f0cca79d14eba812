// Independent check of the pass that spills to the scratchpad.
#pragma once

#include <string>
#include <vector>

#include "ptx/kernel.h"

namespace unibank::compiler {

// Every error in a program with spills in the scratchpad, one line each, none when it is correct. Compared with
// `without`, the same program with the same registers and all spills in local memory: an instruction that is missing,
// added or changed, a load that may find the value of another store than in `without`, or none; a pointer that is not
// restored, a slot outside of the thread's area, a register of the pass in another instruction. Shares no code with the
// pass: it follows every store through moves and calls to the loads that may find it. For tests.
std::vector<std::string> check_slots(const ptx::Kernel& with, const ptx::Kernel& without);

}  // namespace unibank::compiler
