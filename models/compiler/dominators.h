// Dominators, post-dominators, and reconvergence points of branches.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/cfg.h"

namespace unibank::compiler {

constexpr std::uint32_t kNoBlock = ~std::uint32_t{0};

// Immediate dominator of each node of any graph, including irreducible ones. The root is its own dominator; an
// unreachable node has kNoBlock.
std::vector<std::uint32_t> immediate_dominators(const Graph& graph, std::uint32_t root);

// Immediate post-dominator of each block: the first block that every path from it to the exit passes. The exit is its
// own post-dominator. The post-dominator of a block in an endless loop without a way out is the exit.
std::vector<std::uint32_t> immediate_post_dominators(const ControlFlow& flow);

// Nodes in reverse post-order of a depth-first search from `root`; unreachable nodes are left out.
std::vector<std::uint32_t> reverse_post_order(const Graph& graph, std::uint32_t root);

// The reconvergence point of a branch although some lanes may end before (`if (a) { if (b) return; } here:`): the
// block's immediate post-dominator in the graph without the ends that only one side of the branch leads to. No lane
// waits for lanes that have ended. The result is the exit if the sides never reconverge.
std::uint32_t meeting_block(const ControlFlow& flow, std::uint32_t block);

// Fills Kernel::reconverge: for a branch, the first instruction of its block's immediate post-dominator, or of its
// meeting_block() where that is the exit; for everything else, and where paths reconverge only at the end,
// instructions.size(). If a branch lies inside another branch's region and its sides never reconverge, one side ends:
// the lanes of the other side continue to the outer branch's reconvergence point, so the executor lets them inherit
// that point. A branch to a block with only `ret` or `exit` counts as an end.
void reconvergence(ptx::Kernel& kernel);

}  // namespace unibank::compiler
