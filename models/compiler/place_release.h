// Places the release of the shared part of a block's scratchpad: Jatala et al., section 6.3.
#pragma once

#include <cstdint>
#include <vector>

#include "compile_options/scratchpad_sharing.h"
#include "compiler/cfg.h"
#include "compiler/split_edges.h"

namespace unibank::compiler {

// Nodes of a graph with a release at the start, or after the last access.
struct ReleaseNodes {
  std::vector<std::uint32_t> at_start, behind_accesses;
};

// For a graph without critical edges, whose node 0 is the entry. Every path from node 0 to `exit` contains exactly one
// release, after its last access, and no release could be earlier. There is no release if no reachable node accesses
// the shared part. Paths that never end may contain none.
ReleaseNodes optimal_release(const Graph& graph, std::uint32_t exit, const std::vector<bool>& accesses);

// The node closest to the accesses that is on every path, on no path twice, and without accesses after it;
// `exit` when there is no other. kNoBlock (dominators.h) when no reachable node accesses the shared part.
std::uint32_t post_dominator_release(const Graph& graph, std::uint32_t exit, const std::vector<bool>& accesses);

// `shared`: of each instruction, whether it may access the shared part. Adds `relssp` instructions
// (ptx::Origin::kRelease), and on critical edges the blocks they need (see insert_at()). If the post-dominator is the
// exit, a `relssp` is placed before every end of the thread.
void place_release(ptx::Kernel& kernel, const std::vector<bool>& shared, ReleasePlacement placement);

}  // namespace unibank::compiler
