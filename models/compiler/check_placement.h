// Independent check of a placement in the register hierarchy.
#pragma once

#include <string>
#include <vector>

#include "compile_options/register_hierarchy.h"
#include "ptx/kernel.h"

namespace unibank::compiler {

// Every error in a kernel's placement, one line each, none when it is correct for single threads: a read that may not
// find the register's newest value at its level, on some path; an entry that does not exist; an access of the LRF by a
// unit without a port to it; a long-latency result outside of the MRF, a read of one in the strand that issued it; a
// strand that continues across a backward branch, a brx, a barrier, a call or into a function. Bodies are checked one
// by one: only an execution shows the losses of a call and the effects of divergence. Shares no code with the
// placement: it tracks the contents of the levels instruction by instruction, until nothing changes, which is simple
// and slow. For tests.
std::vector<std::string> check_placement(const ptx::Kernel& kernel, const RegisterHierarchy& hierarchy);

}  // namespace unibank::compiler
