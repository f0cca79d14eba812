#include "compiler/access_ranges.h"

#include "compiler/dominators.h"
#include "compiler/loops.h"

namespace unibank::compiler {
namespace {

// The set at each node's beginning becomes the union of the sets at its predecessors' ends, until no set changes.
void spread(const Graph& graph, const std::vector<VariableSet>& accessed, std::vector<VariableSet>& in,
            std::vector<VariableSet>& out) {
  in.assign(graph.size(), 0);
  out = accessed;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
      for (const std::uint32_t before : graph.predecessors[node]) in[node] |= out[before];
      const VariableSet more = in[node] | accessed[node];
      changed |= more != out[node];
      out[node] = more;
    }
  }
}

}  // namespace

AccessRanges access_ranges(const Graph& graph, const std::vector<VariableSet>& accessed) {
  AccessRanges ranges;
  // An unreachable node has no access on a path from the entry.
  std::vector<VariableSet> reached(graph.size());
  for (const std::uint32_t node : reverse_post_order(graph, 0)) reached[node] = accessed[node];
  spread(graph, reached, ranges.before_start, ranges.before_end);
  spread(graph.reversed(), reached, ranges.after_end, ranges.after_start);
  return ranges;
}

std::vector<VariableSet> accessed_in_blocks(const ControlFlow& flow, const ScratchpadAccesses& accesses) {
  std::vector<VariableSet> sets(flow.blocks.size());
  for (std::size_t pc = 0; pc < accesses.touches.size(); ++pc)
    sets[flow.block_of[pc]] |= accesses.touches[pc].variables;
  return sets;
}

RangeLengths::RangeLengths(const ControlFlow& flow, const ScratchpadAccesses& accesses) {
  const AccessRanges ranges = access_ranges(flow.graph, accessed_in_blocks(flow, accesses));
  const std::vector<double> weights = block_weights(flow);
  std::vector<VariableSet> before(accesses.touches.size());
  for (const std::uint32_t block : reverse_post_order(flow.graph, 0)) {
    const auto [first, last] = flow.blocks[block];
    VariableSet known = ranges.before_start[block];
    for (std::uint32_t pc = first; pc < last; ++pc) before[pc] = known |= accesses.touches[pc].variables;
    known = ranges.after_end[block];
    for (std::uint32_t pc = last; pc-- > first;) {
      known |= accesses.touches[pc].variables;
      if (known != 0 && before[pc] != 0) instructions_[{before[pc], known}] += weights[block];
    }
  }
}

double RangeLengths::of(VariableSet set) const {
  double length = 0;
  for (const auto& [sides, count] : instructions_)
    if ((sides.first & set) != 0 && (sides.second & set) != 0) length += count;
  return length;
}

}  // namespace unibank::compiler
