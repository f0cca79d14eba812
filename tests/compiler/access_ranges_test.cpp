// Ranges of scratchpad variables: table III of Jatala et al., and ranges measured in instructions.
#include "compiler/access_ranges.h"

#include <catch2/catch.hpp>

#include "compiler/kernel_maker.h"

using namespace unibank;
using namespace unibank::compiler;

namespace {

constexpr VariableSet kFirst = 1, kSecond = 2, kThird = 4;

// We do not have the paper's figure 7; these edges and accesses give its table. Nodes: Entry, BB1 to BB6, Exit.
AccessRanges figure7() {
  Graph graph(8);
  for (const auto& [from, to] : std::vector<std::pair<std::uint32_t, std::uint32_t>>{
           {0, 1}, {1, 2}, {2, 3}, {3, 2}, {3, 4}, {4, 5}, {5, 6}, {6, 7}})
    graph.add_edge(from, to);
  return access_ranges(graph, {0, kFirst, kSecond, 0, kFirst, kThird, kThird, 0});
}

using Touched = std::vector<std::pair<std::uint32_t, VariableSet>>;

// A kernel that accesses the scratchpad only in the instructions listed in `touched`.
ScratchpadAccesses touching(std::size_t instructions, const Touched& touched) {
  ScratchpadAccesses accesses;
  accesses.touches.resize(instructions);
  for (const auto& [pc, variables] : touched) accesses.touches[pc].variables = variables;
  return accesses;
}

}  // namespace

TEST_CASE("Access ranges of the example kernel are those of table III") {
  const AccessRanges ranges = figure7();
  struct Row { std::vector<bool> start, end; };  // A B C AB BC CA
  const std::vector<Row> table{
      {{0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}},  // Entry
      {{0, 0, 0, 0, 0, 0}, {1, 0, 0, 1, 0, 1}},
      {{1, 1, 0, 1, 1, 1}, {1, 1, 0, 1, 1, 1}},
      {{1, 1, 0, 1, 1, 1}, {1, 1, 0, 1, 1, 1}},
      {{1, 0, 0, 1, 1, 1}, {0, 0, 0, 0, 1, 1}},
      {{0, 0, 0, 0, 1, 1}, {0, 0, 1, 0, 1, 1}},
      {{0, 0, 1, 0, 1, 1}, {0, 0, 0, 0, 0, 0}},
      {{0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}}};  // Exit
  const std::vector<VariableSet> sets{kFirst, kSecond, kThird, kFirst | kSecond, kSecond | kThird, kThird | kFirst};
  for (std::uint32_t block = 0; block < table.size(); ++block) {
    for (std::size_t set = 0; set < sets.size(); ++set) {
      INFO("block " << block << " set " << set);
      CHECK(ranges.at_start(block, sets[set]) == table[block].start[set]);
      CHECK(ranges.at_end(block, sets[set]) == table[block].end[set]);
    }
  }
}

TEST_CASE("A range counts its instructions from the first access to the last") {
  KernelMaker make;
  const auto a = make.r32();
  for (unsigned i = 0; i < 9; ++i) make.set(a);
  make.ret();
  const ControlFlow flow = control_flow(make.done());
  const RangeLengths lengths(flow, touching(10, {{1, kFirst}, {3, kFirst}, {4, kSecond}, {8, kThird}}));
  CHECK(lengths.of(kFirst) == 3);
  CHECK(lengths.of(kSecond) == 1);
  CHECK(lengths.of(kFirst | kSecond) == 4);
  CHECK(lengths.of(kSecond | kThird) == 5);
  CHECK(lengths.of(kFirst | kThird) == 8);
  CHECK(lengths.of(0) == 0);
}

TEST_CASE("An access in a loop keeps the whole loop in its range and counts it tenfold") {
  KernelMaker make;
  const auto p = make.predicate(), a = make.r32();
  make.set(a);
  make.label("loop");
  make.set(a);
  make.set(a);
  make.branch_if(p, "loop");
  make.set(a);
  make.ret();
  const ControlFlow flow = control_flow(make.done());
  CHECK(RangeLengths(flow, touching(6, {{2, kFirst}})).of(kFirst) == 3 * 10);
  CHECK(RangeLengths(flow, touching(6, {{0, kFirst}, {4, kFirst}})).of(kFirst) == 1 + 3 * 10 + 1);
}

TEST_CASE("Unreachable accesses are in no range") {
  KernelMaker make;
  const auto a = make.r32();
  make.set(a);
  make.branch("end");
  make.set(a);
  make.label("end");
  make.set(a);
  make.ret();
  const ControlFlow flow = control_flow(make.done());
  const RangeLengths lengths(flow, touching(5, {{0, kFirst}, {2, kSecond}}));
  CHECK(lengths.of(kSecond) == 0);
  CHECK(lengths.of(kFirst) == 1);
  CHECK(lengths.of(kFirst | kSecond) == 1);
}
