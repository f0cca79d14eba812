// Which used registers may not share a physical register, and in which orders to look for their places.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/liveness.h"

namespace unibank::compiler {

// Neighbours of each used register: those of the same file (32-bit registers, predicates) that are live, or written, at
// the same place. A block's entry counts as a place, so that registers that are both live there conflict even when no
// path has written both.
using Interference = std::vector<std::vector<std::uint32_t>>;

Interference interference(const ControlFlow& flow, const RegisterUse& use, const Liveness& live);

// Orders of the same registers in which a greedy colouring does well, the most promising first: as written along the
// paths (best possible when the live ranges are trees of the dominator tree and all have one width), as written in the
// text, by weight of neighbours, and least constrained last. Each also with the 64-bit values in front, because they
// need free aligned pairs.
std::vector<std::vector<std::uint32_t>> colouring_orders(const ControlFlow& flow, const RegisterUse& use,
                                                         const Interference& neighbours,
                                                         const std::vector<std::uint32_t>& registers);

}  // namespace unibank::compiler
