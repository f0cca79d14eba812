// Edges on which nothing could be placed without touching other paths, and code on them.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/cfg.h"

namespace unibank::compiler {

struct Edge {
  std::uint32_t from = 0, to = 0;
  friend bool operator==(const Edge& a, const Edge& b) { return a.from == b.from && a.to == b.to; }
};

// A graph whose critical edges have a node in their middle.
struct SplitGraph {
  Graph graph;              // the nodes of the original, then one for each of `edges`
  std::vector<Edge> edges;  // in order of their node, by nodes of the original
};

// An edge is critical when its source has other successors and its target other predecessors. So is every edge from a
// node with other successors to `exit`, a node that can hold no instructions.
SplitGraph split_critical_edges(const Graph& graph, std::uint32_t exit);

// Instructions for places of a kernel; labels and branches follow. A branch to an instruction runs what stands before
// it, not what stands behind the one above.
struct Insertion {
  enum class Place { kBefore, kBehind } place = Place::kBefore;
  std::uint32_t pc = 0;
};
// `instruction` at all of these places, and on the edges, which are those of `flow`, the kernel's control flow. On the
// way to the next block in program order it stands between the two. For a branch it gets a block of its own behind the
// kernel, which ends with a `bra` to the branch's old target; for a guarded `exit`, `ret` or `trap`, with that
// instruction, which becomes a guarded `bra`. What the kernel's passes know of places (Kernel::reconverge and what
// comes later) is not carried over. No branch of the kernel leads to its end, and its last instruction is not guarded.
void insert_at(const ControlFlow& flow, const std::vector<Insertion>& places, const std::vector<Edge>& edges,
               const ptx::Instruction& instruction, ptx::Kernel& kernel);

}  // namespace unibank::compiler
