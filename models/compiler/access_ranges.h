// Between which points of a kernel scratchpad variables are in use: Jatala et al., section 6.1.
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
  // Of each block: variables accessed on some way to its start and its end, and on some way from there.
  std::vector<VariableSet> before_start, before_end, after_start, after_end;

  bool at_start(std::uint32_t block, VariableSet set) const {
    return (before_start[block] & set) != 0 && (after_start[block] & set) != 0;
  }
  bool at_end(std::uint32_t block, VariableSet set) const {
    return (before_end[block] & set) != 0 && (after_end[block] & set) != 0;
  }
};

// `accessed`: of each node. Nothing is accessed before the start of node 0, nor after the end of a node without
// successors.
AccessRanges access_ranges(const Graph& graph, const std::vector<VariableSet>& accessed);

// The variables that each block accesses.
std::vector<VariableSet> accessed_in_blocks(const ControlFlow& flow, const ScratchpadAccesses& accesses);

// How many instructions run within the range of a set of variables, from its first access to its last, both counted,
// with loops as often as block_weights (loops.h) has them.
class RangeLengths {
 public:
  RangeLengths(const ControlFlow& flow, const ScratchpadAccesses& accesses);
  double of(VariableSet set) const;

 private:
  // Instructions by the variables accessed up to and with them, and from them on.
  std::map<std::pair<VariableSet, VariableSet>, double> instructions_;
};

}  // namespace unibank::compiler
