// Which used registers may not share a physical register, and orders for greedy colouring.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/liveness.h"

namespace unibank::compiler {

// Neighbours of each used register: those of the same file (32-bit registers, predicates) that are live, or written, at
// the same point. A block's entry counts as a point, so registers that are both live there conflict even when no
// path has written both.
using Interference = std::vector<std::vector<std::uint32_t>>;

Interference interference(const ControlFlow& flow, const RegisterUse& use, const Liveness& live);

// Orders of the registers in which a greedy colouring works well, the most promising first: as written along the paths
// (optimal when the live ranges are subtrees of the dominator tree and all have one width), least constrained last, as
// written in the text, and by weight of neighbours. Each order is also given with the 64-bit values first, because they
// need free aligned pairs.
std::vector<std::vector<std::uint32_t>> colouring_orders(const ControlFlow& flow, const RegisterUse& use,
                                                         const Interference& neighbours,
                                                         const std::vector<std::uint32_t>& registers);

}  // namespace unibank::compiler
