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

// Fills Kernel::reconverge: for a branch, the first instruction of its block's immediate post-dominator; for everything
// else, and where paths only meet at the end, instructions.size().
void reconvergence(ptx::Kernel& kernel);

}  // namespace unibank::compiler
