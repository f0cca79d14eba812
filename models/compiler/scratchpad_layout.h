// Which scratchpad variables two blocks share: Jatala et al., section 6.1.
#pragma once

#include <cstdint>

#include "compiler/scratchpad_access.h"
#include "ptx/kernel.h"

namespace unibank::compiler {

constexpr unsigned kMostOrderedVariables = 16;  // beyond that, the order stays as it is: 2^n subsets are looked at

// Moves the body's scratchpad variables so that those which reach behind byte `private_bytes` of the block's, and are
// shared by two blocks, are in use for as few instructions as possible (access_ranges.h). The variables that stay
// private come first; within both parts they keep their order. Among equals the order that was declared wins, then the
// one with more private variables. Kernel::scratchpad_bytes stays: an order that alignment makes larger is not taken.
// Variables that no instruction names count as never in use.
void lay_out_scratchpad(ptx::Kernel& body, const ScratchpadAccesses& accesses, std::uint64_t private_bytes);

}  // namespace unibank::compiler
