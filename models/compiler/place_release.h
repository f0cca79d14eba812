// Where a thread says that it needs the shared part of its block's scratchpad no longer: Jatala et al., section 6.3.
#pragma once

#include <cstdint>
#include <vector>

#include "compile_options/scratchpad_sharing.h"
#include "compiler/cfg.h"
#include "compiler/split_edges.h"

namespace unibank::compiler {

// Nodes of a graph at whose start, or behind whose last access, the release stands.
struct ReleaseNodes {
  std::vector<std::uint32_t> at_start, behind_accesses;
};

// In a graph without critical edges, whose node 0 is the entry: every path from there to `exit` meets exactly one
// release, behind its last access, and no release could stand earlier. No release at all when nothing reachable
// accesses the shared part. Paths that never end may meet none.
ReleaseNodes optimal_release(const Graph& graph, std::uint32_t exit, const std::vector<bool>& accesses);

// The node nearest to the accesses that lies on every path, on none of its paths twice, and after which nothing is
// accessed; `exit` when there is no other. kNoBlock (dominators.h) when nothing reachable accesses the shared part.
std::uint32_t post_dominator_release(const Graph& graph, std::uint32_t exit, const std::vector<bool>& accesses);

// `shared`: of each instruction, may it touch the shared part? Adds `relssp` instructions (ptx::Origin::kRelease), and
// on critical edges the blocks they need: insert_at() says how. For the post-dominator placement at the exit there is
// one in front of every end of the thread.
void place_release(ptx::Kernel& kernel, const std::vector<bool>& shared, ReleasePlacement placement);

}  // namespace unibank::compiler
