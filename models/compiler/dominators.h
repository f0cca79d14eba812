// Who comes before whom on every path, and where the paths of a branch meet again.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/cfg.h"

namespace unibank::compiler {

constexpr std::uint32_t kNoBlock = ~std::uint32_t{0};

// Immediate dominator of each node of any graph, irreducible ones too. The root is its own; a node that the root does
// not reach has kNoBlock.
std::vector<std::uint32_t> immediate_dominators(const Graph& graph, std::uint32_t root);

// Immediate post-dominator of each block: the first block that every path from it to the exit goes through. The exit is
// its own. A block in an endless loop, which no path leads out of, has the exit.
std::vector<std::uint32_t> immediate_post_dominators(const ControlFlow& flow);

// Nodes in reverse post-order of a depth-first search from `root`; nodes that it does not reach are left out.
std::vector<std::uint32_t> reverse_post_order(const Graph& graph, std::uint32_t root);

// Where the lanes of a branch meet again although some of them may end before (`if (a) { if (b) return; } here:`): the
// block's immediate post-dominator in the graph without the ends that only one side of the branch leads to. Lanes that
// ended are waited for by nobody. The exit when the sides never come together.
std::uint32_t meeting_block(const ControlFlow& flow, std::uint32_t block);

// Fills Kernel::reconverge: for a branch, the first instruction of its block's immediate post-dominator, or of its
// meeting_block() where that is the exit; for everything else, and where paths only meet at the end,
// instructions.size(). A branch inside of another's region whose sides never meet ends on one side: the lanes of the
// other go on to where the outer branch meets, so the executor lets them inherit that place. A branch to a block that
// holds nothing but `ret` or `exit` counts as an end.
void reconvergence(ptx::Kernel& kernel);

}  // namespace unibank::compiler
