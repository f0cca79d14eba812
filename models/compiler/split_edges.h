// Splits edges, so that code can be placed on an edge without affecting other paths.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/cfg.h"

namespace unibank::compiler {

struct Edge {
  std::uint32_t from = 0, to = 0;
  friend bool operator==(const Edge& a, const Edge& b) { return a.from == b.from && a.to == b.to; }
};

// A graph with an additional node on each critical edge.
struct SplitGraph {
  Graph graph;              // the nodes of the original, then one for each of `edges`
  std::vector<Edge> edges;  // in order of their node, by nodes of the original
};

// An edge is critical when its source has other successors and its target other predecessors. So is every edge from a
// node with other successors to `exit`, a node that can hold no instructions.
SplitGraph split_critical_edges(const Graph& graph, std::uint32_t exit);

// Adds an `exit` of this origin if some path would run off the kernel's end, so that an instruction follows every
// place.
void close_end(ptx::Kernel& kernel, ptx::Origin origin);

// Instructions to insert in a kernel; labels and branches follow. A branch to an instruction executes the code inserted
// before it, but not the code inserted after the previous one.
struct Insertion {
  enum class Place { kBefore, kBehind } place = Place::kBefore;
  std::uint32_t pc = 0;
};
// Inserts `instruction` at all of these places, and on the edges, which are those of `flow`, the kernel's control flow.
// On the edge to the next block in program order, the instruction lies between the two blocks. On the edge of a branch
// it gets a block of its own after the kernel, which ends with a `bra` to the branch's old target. A guarded `exit`,
// `ret` or `trap` becomes a guarded `bra` to such a block, which ends with that `exit`, `ret` or `trap`. Later
// annotations of the kernel (Kernel::reconverge and what comes later) are not carried over. No branch of the kernel may
// lead to its end, and its last instruction must not be guarded.
void insert_at(const ControlFlow& flow, const std::vector<Insertion>& places, const std::vector<Edge>& edges,
               const ptx::Instruction& instruction, ptx::Kernel& kernel);

}  // namespace unibank::compiler
