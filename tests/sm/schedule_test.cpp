// Order of issue: schedulers, issue width, active set, barriers, conflict penalties, narrow ALUs.
#include <catch2/catch.hpp>

#include "sm/measures.h"
#include "support/addresses.h"
#include "support/forked.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// The cycle in which a warp issued a line, counted from warp 0's first.
Cycle at_cycle(const SmBench& bench, unsigned warp, unsigned line) {
  return bench.issued(warp, line) - bench.issued(0, 0);
}

Script independent_results(unsigned instructions) {
  Script script;
  for (unsigned i = 0; i + 1 < instructions; ++i) script.alu({static_cast<std::uint16_t>(i)}, {});
  return script.exit();
}

// Eight warps of nine independent instructions: each of s schedulers has 8 / s warps, which issue in turn, one per
// cycle.
void check_schedulers(unsigned schedulers) {
  Design design = bench_design();
  design.sm.schedulers = schedulers;
  SmBench bench(design);
  bench.run(independent_results(9), 1, 8);
  const unsigned turns = 8 / schedulers;  // warps of a scheduler
  for (unsigned warp = 0; warp < 8; ++warp) {
    for (unsigned line = 0; line < 9; ++line) CHECK(at_cycle(bench, warp, line) == line * turns + warp / schedulers);
  }
  CHECK(bench.sm.counters()["issued_slots"] == 8 * 9);
}

// One warp for each scheduler, with loads of four rows of one bank: the unit is busy for four cycles, and its place
// counts as free one cycle later.
void check_turns(unsigned schedulers) {
  constexpr Cycle kAccess = 5;
  Design design = bench_design();
  design.sm.schedulers = schedulers;
  design.sm.memory_queue = 1;
  design.conflicts.model = ConflictModel::kArbitrated;
  SmBench bench(design);
  Script script;
  for (unsigned line = 0; line < 8; ++line)
    script.load(Space::kScratchpad, {static_cast<std::uint16_t>(line)}, {},
                [](std::uint64_t, unsigned lane) { return std::uint64_t{128} * (lane % 4); });
  bench.run(script.exit(), 1, schedulers);
  for (unsigned line = 2; line < 8; ++line) {
    for (unsigned warp = 1; warp < schedulers; ++warp)
      CHECK(at_cycle(bench, warp, line) == at_cycle(bench, 0, line) + kAccess * warp);
    CHECK(at_cycle(bench, 0, line) == at_cycle(bench, 0, line - 1) + kAccess * schedulers);
  }
}

Design two_level(std::int64_t active_warps) {
  Design design = bench_design();
  design.warp_order = {"two-level", {{"active_warps", active_warps}}};
  return design;
}

// With a greedy order one warp runs ahead: three plain instructions, a scratchpad load of four rows of one bank, one
// more.
Script conflict_behind_three() {
  return Script()
      .alu({1}, {})
      .alu({2}, {})
      .alu({3}, {})
      .load(Space::kScratchpad, {4}, {}, [](std::uint64_t, unsigned lane) { return std::uint64_t{128} * (lane % 4); })
      .alu({5}, {})
      .exit();
}

Design greedy(PenaltyBlocks blocks) {
  Design design = bench_design();
  design.warp_order = {"gto", {}};
  design.conflicts.penalty_blocks = blocks;
  return design;
}

Design narrow(unsigned lanes) {
  Design design = bench_design();
  design.sm.lanes = lanes;
  return design;
}

}  // namespace

TEST_CASE("one scheduler gives eight warps a slot each in turn") { check_schedulers(1); }

TEST_CASE("two schedulers have four warps each and issue side by side") { check_schedulers(2); }

TEST_CASE("four schedulers have two warps each and issue side by side") { check_schedulers(4); }

TEST_CASE("two schedulers take turns at a queue of one place") { check_turns(2); }

TEST_CASE("four schedulers take turns at a queue of one place") { check_turns(4); }

TEST_CASE("each of two greedy schedulers stays with its own warp") {
  Design design = bench_design();
  design.sm.schedulers = 2;
  design.warp_order = {"gto", {}};
  SmBench bench(design);
  bench.run(independent_results(9), 1, 4);
  // Warps 0 and 2 belong to one scheduler, 1 and 3 to the other: the second warp of each begins when its first has
  // ended.
  for (unsigned warp = 0; warp < 4; ++warp) {
    for (unsigned line = 0; line < 9; ++line) CHECK(at_cycle(bench, warp, line) == warp / 2 * 9 + line);
  }
  CHECK(bench.sm.counters()["issued_slots"] == 4 * 9);
}

TEST_CASE("with an issue width of two two warps issue in a cycle when their units are free") {
  Design design = bench_design();
  design.sm.issue_width = 2;
  SmBench bench(design);
  bench.run(Script().load(Space::kConstant, {1}, {}, at(0)).load(Space::kConstant, {2}, {}, at(4)).exit(), 1, 2);
  for (unsigned line = 0; line < 3; ++line) {
    CHECK(at_cycle(bench, 0, line) == line);
    CHECK(at_cycle(bench, 1, line) == line);
  }
}

TEST_CASE("a wider issue does not make a second ALU") {
  Design design = bench_design();
  design.sm.issue_width = 2;
  SmBench bench(design);
  bench.run(Script().alu({1}, {}).exit(), 1, 2);
  CHECK(at_cycle(bench, 1, 0) == 1);
}

TEST_CASE("48 lanes take three warps in two cycles") {
  Design design = bench_design();
  design.sm.issue_width = 2;
  design.sm.lanes = 48;
  SmBench bench(design);
  bench.run(Script().alu({1}, {}).alu({2}, {1}).exit(), 1, 6);  // no warp ends, which would take a slot
  // Of 48 lanes the first warp uses 32 and the second 16; the second uses 16 more in the next cycle.
  const Cycle expected[] = {0, 0, 1, 2, 2, 3};
  for (unsigned warp = 0; warp < 6; ++warp) CHECK(at_cycle(bench, warp, 0) == expected[warp]);
}

TEST_CASE("64 lanes take two warps in every cycle") {
  Design design = bench_design();
  design.sm.issue_width = 2;
  design.sm.lanes = 64;
  SmBench bench(design);
  bench.run(Script().alu({1}, {}).alu({2}, {1}).exit(), 1, 6);
  for (unsigned warp = 0; warp < 6; ++warp) CHECK(at_cycle(bench, warp, 0) == warp / 2);
}

TEST_CASE("a warp does not issue two instructions in one cycle") {
  Design design = bench_design();
  design.sm.issue_width = 2;
  SmBench bench(design);
  bench.run(Script().load(Space::kConstant, {1}, {}, at(0)).load(Space::kConstant, {2}, {}, at(4)).exit());
  CHECK(at_cycle(bench, 0, 1) == 1);
}

TEST_CASE("a warp that waits for memory leaves the active set at once") {
  SmBench bench(two_level(1));
  bench.run(Script().load(Space::kGlobal, {1}, {0}, line_of_block(4096)).alu({2}, {1}).exit(), 1, 2);
  // One cycle for the load; in the next the warp is seen to wait, and the other warp takes its place.
  CHECK(at_cycle(bench, 1, 0) == 1);
  CHECK(stalls(bench.sm.counters(), Stall::kNotActive) == 0);
}

TEST_CASE("a warp that waits for a texture leaves the active set at once") {
  SmBench bench(two_level(1));
  bench.run(Script().texture({1}, {0}).alu({2}, {1}).exit(), 1, 2);
  CHECK(at_cycle(bench, 1, 0) == 1);
  CHECK(at_cycle(bench, 0, 1) == 400);
  CHECK(stalls(bench.sm.counters(), Stall::kNotActive) == 0);
}

TEST_CASE("a warp that waits for a unit keeps its place in the active set") {
  SmBench bench(two_level(1));
  bench.run(Script().special({1}, {0}).alu({2}, {1}).exit(), 1, 2);
  CHECK(at_cycle(bench, 0, 1) == kSpecial);
  CHECK(at_cycle(bench, 0, 2) == kSpecial + 1);
  CHECK(at_cycle(bench, 1, 0) == kSpecial + 2);
  CHECK(stalls(bench.sm.counters(), Stall::kNotActive) == kSpecial - 1);
}

TEST_CASE("inside a strand a warp keeps its active place while it waits for memory up to the strand's end") {
  SmBench bench(two_level(1));
  bench.run(Script().load(Space::kGlobal, {1}, {0}, line_of_block(4096)).alu({2}, {1}).in_strand().exit(), 1, 2);
  const Cycle back = at_cycle(bench, 0, 1);
  CHECK(back > 400);
  CHECK(at_cycle(bench, 0, 2) == back + 1);
  CHECK(at_cycle(bench, 1, 0) == back + 2);
  CHECK(stalls(bench.sm.counters(), Stall::kNotActive) == back - 1);
}

TEST_CASE("a warp whose load has returned at the end of a strand keeps its active place") {
  SmBench bench(two_level(1));
  // The second load of a warp hits the line that its first one has fetched: its value is there before the strand's
  // instructions end.
  Script script;
  script.load(Space::kGlobal, {1}, {0}, at(4096)).alu({2}, {1}).load(Space::kGlobal, {3}, {0}, at(4096));
  for (std::uint16_t number = 4; number < 4 + kHit; ++number) script.alu({number}, {}).in_strand();
  script.alu({3}, {3}).exit();
  bench.run(script, 1, 2);
  for (unsigned line = 2; line < kHit + 4; ++line) CHECK(at_cycle(bench, 0, line) == at_cycle(bench, 0, 1) + line - 1);
}

TEST_CASE("a warp at a barrier passes its active place to one that has not arrived") {
  SmBench bench(two_level(1));
  bench.run(Script().barrier().alu({1}, {}).exit(), 1, 3);
  for (unsigned warp = 0; warp < 3; ++warp) CHECK(at_cycle(bench, warp, 0) == warp);
  CHECK(stalls(bench.sm.counters(), Stall::kNotActive) == 0);
}

TEST_CASE("a slot beside one that has issued counts as not active while a warp outside of the active set is ready") {
  constexpr unsigned kInstructions = 9;
  Design design = two_level(1);
  design.sm.issue_width = 2;
  SmBench bench(design);
  bench.run(independent_results(kInstructions), 1, 2);
  // Each of the two warps issues alone to its end; while the first one does, the other is ready.
  CHECK(at_cycle(bench, 0, kInstructions - 1) == kInstructions - 1);
  CHECK(at_cycle(bench, 1, 0) == kInstructions);
  CHECK(stalls(bench.sm.counters(), Stall::kNotActive) == kInstructions);
}

TEST_CASE("no more than the active set takes turns") {
  SmBench bench(two_level(2));
  bench.run(independent_results(4), 1, 4);
  // Warps 0 and 1 run in turn to their ends, then 2 and 3.
  for (unsigned line = 0; line < 3; ++line) {
    CHECK(at_cycle(bench, 0, line) == 2 * line);
    CHECK(at_cycle(bench, 1, line) == 2 * line + 1);
  }
  CHECK(at_cycle(bench, 2, 0) > at_cycle(bench, 0, 2));
  CHECK(at_cycle(bench, 3, 0) > at_cycle(bench, 1, 2));
}

TEST_CASE("no warp passes a barrier before the last has arrived") {
  SmBench bench(bench_design());
  bench.run(Script().alu({1}, {}).barrier().alu({2}, {}).exit(), 1, 4);
  for (unsigned warp = 0; warp < 4; ++warp) {
    CHECK(at_cycle(bench, warp, 0) == warp);
    CHECK(at_cycle(bench, warp, 1) == 4 + warp);
    CHECK(at_cycle(bench, warp, 2) == 8 + warp);
  }
}

TEST_CASE("a barrier holds the warps of all schedulers") {
  Design design = bench_design();
  design.sm.schedulers = 2;
  SmBench bench(design);
  bench.run(Script().alu({1}, {}).barrier().alu({2}, {}).exit(), 1, 4);
  // Each scheduler has two warps: the first arrives in cycle 2, the second in cycle 3.
  for (unsigned warp = 0; warp < 4; ++warp) {
    CHECK(at_cycle(bench, warp, 1) == 2 + warp / 2);
    CHECK(at_cycle(bench, warp, 2) == 4 + warp / 2);
  }
}

TEST_CASE("barriers of different blocks are independent") {
  SmBench bench(bench_design());
  bench.run(Script().barrier().alu({1}, {}).exit(), 2, 1);
  CHECK(at_cycle(bench, 0, 1) <= 2);
  CHECK(bench.stream->finished == 2);
}

TEST_CASE("a conflict's penalty on the SM stops every warp") {
  SmBench bench(greedy(PenaltyBlocks::kSm));
  bench.run(conflict_behind_three(), 1, 2);
  const unsigned penalty = 4 - 1;
  CHECK(at_cycle(bench, 0, 3) == 3);
  CHECK(at_cycle(bench, 0, 4) == 3 + 1 + penalty);
  CHECK(at_cycle(bench, 1, 0) == 3 + 1 + penalty + 2);
  CHECK(stalls(bench.sm.counters(), Stall::kConflictPenalty) == 2 * penalty);
}

TEST_CASE("a conflict's penalty on the warp stops the warp and its unit but not the other warps") {
  SmBench bench(greedy(PenaltyBlocks::kWarp));
  bench.run(conflict_behind_three(), 1, 2);
  const unsigned penalty = 4 - 1;
  for (unsigned line = 0; line < 3; ++line) CHECK(at_cycle(bench, 1, line) == 4 + line);
  CHECK(at_cycle(bench, 1, 3) == 3 + 1 + penalty);  // the load/store unit is free again
  CHECK(at_cycle(bench, 0, 4) == 3 + 1 + penalty + 1);
  CHECK(stalls(bench.sm.counters(), Stall::kConflictPenalty) == 0);
  CHECK(bench.sm.counters()["conflicts.penalty_cycles"] == 2 * penalty);
}

TEST_CASE("a conflict's penalty on the unit stops neither its warp nor the other units") {
  SmBench bench(greedy(PenaltyBlocks::kUnit));
  bench.run(conflict_behind_three(), 1, 2);
  const unsigned penalty = 4 - 1;
  for (unsigned line = 0; line < 5; ++line) CHECK(at_cycle(bench, 0, line) == line);  // the last one is arithmetic
  for (unsigned line = 0; line < 3; ++line) CHECK(at_cycle(bench, 1, line) == 6 + line);
  CHECK(at_cycle(bench, 1, 3) == 6 + 3);  // the load/store unit was free from cycle 3 + 1 + penalty on
  CHECK(stalls(bench.sm.counters(), Stall::kConflictPenalty) == 0);
  CHECK(bench.sm.counters()["conflicts.penalty_cycles"] == 2 * penalty);
}

TEST_CASE("the load/store unit takes a conflicting access each 1 + penalty cycles when the penalty is on the unit") {
  SmBench bench(greedy(PenaltyBlocks::kUnit));
  const auto four_rows = [](std::uint64_t, unsigned lane) { return std::uint64_t{128} * (lane % 4); };
  Script script;
  for (std::uint16_t number = 1; number <= 6; ++number) script.load(Space::kScratchpad, {number}, {}, four_rows);
  script.alu({7}, {1}).alu({8}, {6}).exit();
  bench.run(script);
  const unsigned penalty = 4 - 1, last = 5 * (1 + penalty);
  for (unsigned line = 0; line < 6; ++line) CHECK(at_cycle(bench, 0, line) == line * (1 + penalty));
  CHECK(at_cycle(bench, 0, 6) == std::max(20 + penalty, last + 1));
  CHECK(at_cycle(bench, 0, 7) == last + 20 + penalty);
}

// The first instruction reads two registers of bank 0.
TEST_CASE("a penalty of a constant blocks the unit of constants and one of a load blocks the load/store unit") {
  const auto second_issue = [](Space first, Space second, PenaltyBlocks blocks) {
    return std::stoul(forked([&] {
      SmBench bench(greedy(blocks));
      bench.run(Script().load(first, {1}, {0, 4}, at(0)).load(second, {2}, {}, at(4)).exit());
      return std::to_string(at_cycle(bench, 0, 1));
    }));
  };
  constexpr Space kConstant = Space::kConstant, kShared = Space::kScratchpad;
  CHECK(second_issue(kConstant, kConstant, PenaltyBlocks::kUnit) == 1 + 1);
  CHECK(second_issue(kShared, kShared, PenaltyBlocks::kUnit) == 1 + 1);
  CHECK(second_issue(kConstant, kShared, PenaltyBlocks::kUnit) == 1);
  CHECK(second_issue(kShared, kConstant, PenaltyBlocks::kUnit) == 1);
  CHECK(second_issue(kConstant, kShared, PenaltyBlocks::kWarp) == 1 + 1);
  CHECK(second_issue(kConstant, kShared, PenaltyBlocks::kSm) == 1 + 1);
}

TEST_CASE("an ALU of 16 lanes takes a warp every two cycles") {
  SmBench bench(narrow(16));
  bench.run(independent_results(4));
  for (unsigned line = 0; line < 3; ++line) CHECK(at_cycle(bench, 0, line) == 2 * line);
  CHECK(stalls(bench.sm.counters(), Stall::kOperandStageFull) == 2);
}

TEST_CASE("an ALU of 8 lanes takes a warp every four cycles whichever warp it is") {
  SmBench bench(narrow(8));
  bench.run(independent_results(2), 1, 3);
  for (unsigned warp = 0; warp < 3; ++warp) CHECK(at_cycle(bench, warp, 0) == 4 * warp);
}

TEST_CASE("a barrier opens for all schedulers in the same cycle wherever the last warp arrives") {
  Design design = bench_design();
  design.sm.schedulers = 2;
  SmBench bench(design);
  // Warps 0 and 2 share scheduler 0: warp 2 arrives last, a cycle after the others.
  bench.run(Script().alu({1}, {}).barrier().alu({2}, {}).exit(), 1, 3);
  const Cycle last_arrival = bench.issued(2, 1);
  CHECK(bench.issued(1, 2) == last_arrival + 1);
  CHECK(std::min(bench.issued(0, 2), bench.issued(2, 2)) == last_arrival + 1);
}
