// Scratchpad and cache in one pool of banks: the latencies are those of separate storage, and under arbitration an
// access of one waits for an access of the other to the same bank.
#include <catch2/catch.hpp>

#include "sm/measures.h"
#include "support/addresses.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

Design pool(ConflictModel conflicts = ConflictModel::kPerInstruction) {
  Design design = bench_design();
  design.conflicts.model = conflicts;
  design.layout.name = "registers-apart";
  static_cast<StorageSizes&>(design.storage) = {256 * 1024, 0, 0, 128 * 1024};
  return design;
}

// One word for each port, in its bank `bank`; lanes at the same bank read the same word.
Script::Address in_bank(std::uint64_t base, unsigned bank) {
  return [base, bank](std::uint64_t, unsigned lane) { return base + 16 * (lane % 8) + 4 * bank; };
}

// A hit in the pool's bank `line_bank` of every port, followed one cycle later by a scratchpad load from
// `scratchpad_bank`.
struct Meeting {
  Cycle hit_cycles = 0;
  std::uint64_t waits = 0;
};
Meeting meet(const Design& design, unsigned line_bank, unsigned scratchpad_bank) {
  SmBench bench(design);
  bench.run(Script()
                .load(Space::kGlobal, {1}, {}, consecutive(4096))
                .alu({2}, {1})
                .load(Space::kGlobal, {3}, {}, in_bank(4096, line_bank))
                .load(Space::kScratchpad, {4}, {}, in_bank(0, scratchpad_bank))
                .alu({5}, {3})
                .exit());
  CHECK(bench.sm.counters()["cache.hits"] == 1);
  CHECK(bench.sm.port_violations() == 0);
  return {wait(bench, 4) - wait(bench, 2), bench.sm.counters()["conflicts.arbitration_waits"]};
}

}  // namespace

TEST_CASE("pool: a scratchpad load of one row of each bank is ready after 20 cycles, without a penalty") {
  SmBench bench(pool());
  bench.run(Script().load(Space::kScratchpad, {1}, {}, consecutive(0)).alu({2}, {1}).exit());
  CHECK(wait(bench, 1) == kScratchpad);
  CHECK(bench.sm.counters()["scratchpad.row_reads"] == 32);
  CHECK(bench.sm.counters()["conflicts.penalty_cycles"] == 0);
}

TEST_CASE("pool: two rows of each bank are a penalty of one cycle") {
  SmBench bench(pool());
  const auto two_rows = [](std::uint64_t, unsigned lane) { return std::uint64_t{8} * lane; };
  bench.run(Script().load(Space::kScratchpad, {1}, {}, two_rows).alu({2}, {1}).exit());
  CHECK(bench.sm.counters()["conflicts.penalty_cycles"] == 1);
  CHECK(wait(bench, 1) == kScratchpad + 1);
}

TEST_CASE("pool: a hit is ready after 20 cycles and the line's rows are in the pool") {
  SmBench bench(pool());
  bench.run(Script()
                .load(Space::kGlobal, {1}, {}, consecutive(4096))
                .alu({2}, {1})
                .load(Space::kGlobal, {3}, {}, consecutive(4096))
                .alu({4}, {3})
                .exit());
  CHECK(wait(bench, 3) - wait(bench, 2) == kHit);
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["cache.row_reads"] == 32);
  CHECK(counters["cache.row_writes"] == 32);
  CHECK(counters["banks.reads"] == counters["registers.row_reads"] + 32);
}

TEST_CASE("pool, arbitrated: a hit waits a cycle for the scratchpad's row in its bank") {
  const Meeting met = meet(pool(ConflictModel::kArbitrated), 1, 1);
  CHECK(met.hit_cycles == kHit + 1);
  CHECK(met.waits == 8);
}

TEST_CASE("pool, arbitrated: a hit does not wait for a row in another bank of its port") {
  const Meeting met = meet(pool(ConflictModel::kArbitrated), 1, 2);
  CHECK(met.hit_cycles == kHit);
  CHECK(met.waits == 0);
}

TEST_CASE("separate banks, arbitrated: a hit does not wait for a scratchpad row") {
  Design separate = bench_design();
  separate.conflicts.model = ConflictModel::kArbitrated;
  const Meeting met = meet(separate, 1, 1);
  CHECK(met.hit_cycles == kHit);
  CHECK(met.waits == 0);
}

TEST_CASE("pool: the cache has the sets that the division leaves beside the blocks' scratchpad") {
  SmBench bench(pool());
  bench.cache_sets = 128;             // 64 KB of the 128 KB
  bench.scratchpad_bytes = 8 * 1024;  // eight blocks: the other 64 KB
  bench.run(Script().exit());
  CHECK(bench.sm.cache_sets() == 128);
}
