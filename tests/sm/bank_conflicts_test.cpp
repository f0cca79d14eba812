// Cycles that bank conflicts cost: registers and scratchpad, in both models of conflicts.
#include <catch2/catch.hpp>

#include "sm/measures.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// Cycles from a scratchpad load to the first use of its value, in unified banks.
Cycle scratchpad_wait(BankMux mux, ConflictModel model, Script::Address address) {
  Design design = unified_bench_design();
  design.storage.bank_mux = mux;
  design.conflicts.model = model;
  SmBench bench(design);
  bench.run(Script().load(Space::kScratchpad, {1}, {}, std::move(address)).alu({2}, {1}).exit());
  return wait(bench, 1);
}

// Two rows of one cluster, in two of its banks, of `words` words each: 128 bytes apart, so in the same cluster.
Script::Address two_rows(unsigned words) {
  return [words](std::uint64_t, unsigned lane) { return std::uint64_t{128} * (lane % 2) + 4 * (lane / 2 % words); };
}

}  // namespace

TEST_CASE("the penalty comes on top of the latency of the instruction that pays it") {
  SmBench bench(bench_design());
  bench.run(Script().alu({1}, {0, 4, 8}).alu({2}, {1}).exit());
  CHECK(wait(bench, 1) == kAlu + 2);
}

TEST_CASE("three sources in one bank cost two cycles in the arbitrated model") {
  Design design = bench_design();
  design.conflicts.model = ConflictModel::kArbitrated;
  SmBench bench(design);
  bench.run(Script().alu({1}, {0, 4, 8}).alu({2}, {1}).exit());
  CHECK(wait(bench, 1) == kAlu + 2);
}

TEST_CASE("three sources in three banks cost nothing in the arbitrated model") {
  Design design = bench_design();
  design.conflicts.model = ConflictModel::kArbitrated;
  SmBench bench(design);
  bench.run(Script().alu({1}, {0, 5, 10}).alu({2}, {1}).exit());
  CHECK(wait(bench, 1) == kAlu);
  CHECK(bench.sm.counters()["conflicts.arbitration_waits"] == 0);
}

TEST_CASE("arbitrated with the single multiplexer: two banks of a cluster take turns") {
  CHECK(scratchpad_wait(BankMux::kSingle, ConflictModel::kArbitrated, two_rows(1)) == kScratchpad + 1);
}

TEST_CASE("arbitrated with the multiple multiplexer: two banks of a cluster share 16 bytes a cycle") {
  CHECK(scratchpad_wait(BankMux::kMultiple, ConflictModel::kArbitrated, two_rows(2)) == kScratchpad);
}

TEST_CASE("arbitrated with the multiple multiplexer: two whole rows of a cluster are two cycles of its port") {
  CHECK(scratchpad_wait(BankMux::kMultiple, ConflictModel::kArbitrated, two_rows(4)) == kScratchpad + 1);
}

TEST_CASE("per-instruction with the multiple multiplexer: two whole rows in two banks cost nothing") {
  CHECK(scratchpad_wait(BankMux::kMultiple, ConflictModel::kPerInstruction, two_rows(4)) == kScratchpad);
}

TEST_CASE("per-instruction with the single multiplexer: two rows of a cluster cost a cycle in whatever banks") {
  CHECK(scratchpad_wait(BankMux::kSingle, ConflictModel::kPerInstruction, two_rows(4)) == kScratchpad + 1);
}

TEST_CASE("in the arbitrated model an instruction waits for the bank of the previous one") {
  Design design = bench_design();
  design.conflicts.model = ConflictModel::kArbitrated;
  SmBench bench(design);
  // Two reads of bank 0, then one by the next instruction a cycle later: it finds the bank busy once.
  bench.run(Script().alu({1}, {0, 4}).alu({2}, {8}).alu({3}, {2}).exit());
  CHECK(wait(bench, 2) - wait(bench, 1) == kAlu + 1);
  CHECK(bench.sm.counters()["conflicts.arbitration_waits"] == 1 + 1);
}
