// Looks over the placement's shoulder.
#pragma once

#include <string>
#include <vector>

#include "compile_options/register_hierarchy.h"
#include "ptx/kernel.h"

namespace unibank::compiler {

// Every fault of a kernel's placement, one line each, none when it is sound for single threads: a read that may not
// find the register's newest value where it is sent, on some path; an entry that is not there; an access of the LRF by
// what has no port to it; a long-latency result outside of the MRF, a read of one in the strand that issued it; a
// strand that goes on across a backward branch, a brx, a barrier, a call or into a function. Bodies are looked at one
// by one: what a call loses, and what a divided warp does, only an execution shows. Shares no code with the placement:
// it follows what the levels hold instruction by instruction, until nothing changes, which is simple and slow. For
// tests.
std::vector<std::string> check_placement(const ptx::Kernel& kernel, const RegisterHierarchy& hierarchy);

}  // namespace unibank::compiler
