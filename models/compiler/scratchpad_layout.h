// Which scratchpad variables two blocks share: Jatala et al., section 6.1.
#pragma once

#include <cstdint>

#include "compiler/scratchpad_access.h"
#include "ptx/kernel.h"

namespace unibank::compiler {

constexpr unsigned kMostOrderedVariables = 16;  // beyond that the order is not changed: 2^n subsets are examined

// Moves the body's scratchpad variables so that those which extend beyond byte `private_bytes` of the block, and are
// shared by two blocks, have the shortest range (access_ranges.h). Private variables come first; within both parts the
// order is kept. Among equal orders the declared one is taken, then the one with more private variables.
// Kernel::scratchpad_bytes does not change: an order that grows by alignment is not taken. Variables that no
// instruction names count as never in use.
void lay_out_scratchpad(ptx::Kernel& body, const ScratchpadAccesses& accesses, std::uint64_t private_bytes);

}  // namespace unibank::compiler
