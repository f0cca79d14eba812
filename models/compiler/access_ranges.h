// Ranges of scratchpad variables: the points of a kernel at which they are in use. Jatala et al., section 6.1.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "compiler/cfg.h"
#include "compiler/scratchpad_access.h"

namespace unibank::compiler {

// A point is in the range of a set of variables if some path from the entry to it accesses one of them, and some path
// from it to the exit accesses one of them, the same or another.
struct AccessRanges {
  // For each basic block: variables accessed on some path to its start or end (before_*), and on some path from there
  // (after_*).
  std::vector<VariableSet> before_start, before_end, after_start, after_end;

  bool at_start(std::uint32_t block, VariableSet set) const {
    return (before_start[block] & set) != 0 && (after_start[block] & set) != 0;
  }
  bool at_end(std::uint32_t block, VariableSet set) const {
    return (before_end[block] & set) != 0 && (after_end[block] & set) != 0;
  }
};

// `accessed`: the variables that each node accesses. No access precedes node 0 or follows a node without successors.
AccessRanges access_ranges(const Graph& graph, const std::vector<VariableSet>& accessed);

// The variables that each block accesses.
std::vector<VariableSet> accessed_in_blocks(const ControlFlow& flow, const ScratchpadAccesses& accesses);

// The number of instructions executed within the range of a set of variables, from its first access to its last
// inclusive, weighted for loops by block_weights (loops.h).
class RangeLengths {
 public:
  RangeLengths(const ControlFlow& flow, const ScratchpadAccesses& accesses);
  double of(VariableSet set) const;

 private:
  // The number of instructions for each pair of sets: variables accessed up to and including the instruction, and from
  // it on.
  std::map<std::pair<VariableSet, VariableSet>, double> instructions_;
};

}  // namespace unibank::compiler
