// The path of loads, stores and atomics through tags, MSHR and DRAM: write-through, no allocation by stores, lines
// filled when they arrive.
#include <catch2/catch.hpp>

#include "sm/measures.h"
#include "support/addresses.h"
#include "support/forked.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

constexpr unsigned kToTags = 2, kToDram = 4;  // cycles from issue to the lookup, and to the channel

// A load, then single-cycle instructions and dependent special functions of 20 cycles, then a second load of the same
// line.
Script two_loads(unsigned idle_instructions, unsigned special_functions) {
  Script script;
  script.load(Space::kGlobal, {1}, {0}, consecutive(kSomeLine));
  for (unsigned i = 0; i < idle_instructions; ++i) script.alu({3}, {});
  for (unsigned i = 0; i < special_functions; ++i) script.special({2}, {2});
  return script.load(Space::kGlobal, {4}, {2}, consecutive(kSomeLine)).exit();
}

Script load_once() { return Script().load(Space::kGlobal, {1}, {0}, consecutive(kSomeLine)).exit(); }

BlockFactories with_dram_queue(unsigned entries) {
  BlockFactories factories;
  const auto native = factories_of({}).of<DramKind>();
  factories.set<DramKind>([native, entries](const char* name, DramParameters parameters) {
    parameters.queue = entries;
    return native(name, parameters);
  });
  return factories;
}

// Many lines loaded, stored and atomically changed by every warp; blocks share some of the lines.
Script heavy_traffic() {
  return Script()
      .load(Space::kGlobal, {1}, {0}, strided(kSomeLine, 128))
      .store(Space::kGlobal, {0, 2}, strided(1 << 16, 64))
      .load(Space::kGlobal, {3}, {0}, line_of_block(1 << 18))
      .atomic({4}, {0}, strided(1 << 20, 32))
      .store(Space::kGlobal, {3, 4}, line_of_block(1 << 19))
      .exit();
}

void check_drained(const SmBench& bench, unsigned blocks) {
  CHECK(bench.stream->finished == blocks);
  CHECK(bench.sm.idle());
  CHECK(bench.dram->in_flight() == 0);
  CHECK(bench.atomic_unit->in_flight() == 0);
  CounterValues counters = bench.sm.counters();
  bench.atomic_unit->add_counters_to(counters);
  CHECK(counters["mshr.allocations"] + counters["atomic_unit.reads"] == bench.dram->counters().reads);
}

}  // namespace

TEST_CASE("a store that misses goes to memory and enters no line") {
  SmBench bench(bench_design());
  bench.run(Script()
                .store(Space::kGlobal, {0, 1}, consecutive(kSomeLine))
                .load(Space::kGlobal, {2}, {0}, consecutive(kSomeLine))
                .exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["cache.accesses"] == 2);
  CHECK(counters["cache.hits"] == 0);
  CHECK(counters["tag_fills"] == 1);  // the load's
  CHECK(counters["cache.row_writes"] == kNarrowLine);
  CHECK(bench.dram->counters().writes == 1);
  CHECK(bench.dram->counters().write_bytes == 128);
}

TEST_CASE("a store that hits writes the line and memory") {
  SmBench bench(bench_design());
  bench.run(Script()
                .load(Space::kGlobal, {1}, {0}, consecutive(kSomeLine))
                .store(Space::kGlobal, {0, 1}, consecutive(kSomeLine))
                .lanes(0xff)
                .exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["cache.hits"] == 1);
  CHECK(counters["cache.row_writes"] == kNarrowLine + 8);
  CHECK(bench.dram->counters().writes == 1);
  CHECK(bench.dram->counters().write_bytes == 32);
}

TEST_CASE("stores move whole sectors and consecutive sectors are one write") {
  SmBench bench(bench_design());
  bench.run(Script()
                .store(Space::kGlobal, {0, 1}, consecutive(kSomeLine))  // 4 sectors in a run
                .store(Space::kGlobal, {0, 1}, at(kSomeLine + 36))      // 1
                .store(Space::kGlobal, {0, 1}, strided(kSomeLine, 64))
                .lanes(0b11)  // 2 apart
                .store(Space::kGlobal, {0, 1}, consecutive(kSomeLine + 48))
                .lanes(0xff)  // 2 in a run
                .exit());
  CHECK(bench.dram->counters().writes == 1 + 1 + 2 + 1);
  CHECK(bench.dram->counters().write_bytes == 32 * (4 + 1 + 2 + 2));
}

TEST_CASE("the line is found from the cycle in which memory has answered") {
  // The second load's lookup falls into the cycle of the answer: the fill goes first.
  SmBench bench(bench_design());
  bench.run(two_loads(1, kDram / kSpecial));
  REQUIRE(bench.issued(0, 22) - bench.issued(0, 0) + kToTags == kToDram + kDram);
  CHECK(bench.sm.counters()["cache.hits"] == 1);
  CHECK(bench.sm.counters()["mshr.merges"] == 0);
}

TEST_CASE("a lookup a cycle before memory's answer misses and merges with it") {
  SmBench bench(bench_design());
  bench.run(two_loads(0, kDram / kSpecial));
  REQUIRE(bench.issued(0, 21) - bench.issued(0, 0) + kToTags == kToDram + kDram - 1);
  CHECK(bench.sm.counters()["cache.hits"] == 0);
  CHECK(bench.sm.counters()["mshr.merges"] == 1);
  CHECK(bench.sm.counters()["tag_fills"] == 1);
  CHECK(bench.dram->counters().reads == 1);
}

TEST_CASE("two warps' loads of one line merge and the second is answered a cycle later") {
  SmBench bench(bench_design());
  bench.run(Script().load(Space::kGlobal, {1}, {0}, consecutive(kSomeLine)).alu({2}, {1}).exit(), 1, 2);
  CHECK(bench.issued(0, 1) - bench.issued(0, 0) == kHit + kDram);
  CHECK(bench.issued(1, 1) - bench.issued(0, 1) == 1);
  CHECK(bench.dram->counters().reads == 1);
}

TEST_CASE("lines of one load follow one another at the channel's bandwidth") {
  SmBench bench(bench_design());
  bench.run(Script().load(Space::kGlobal, {1}, {0}, strided(kSomeLine, 16)).alu({2}, {1}).exit());
  const unsigned lines = 4, transfer = 128 / 8;
  CHECK(bench.issued(0, 1) - bench.issued(0, 0) == kHit + kDram + (lines - 1) * transfer);
}

namespace {

// Cycles to the end of a warp whose memory instruction has `lines` lines.
Cycle cycles_of(Script (*script)(unsigned lines), unsigned lines, unsigned fill_buffer, unsigned store_buffer) {
  return std::stoull(forked([=] {
    Design design = bench_design();
    design.cache.fill_buffer = fill_buffer;
    design.cache.store_buffer = store_buffer;
    SmBench bench(design);
    bench.run(script(lines));
    return std::to_string(bench.sm.cycle());
  }));
}

Script load_of_lines(unsigned lines) {
  return Script().load(Space::kGlobal, {1}, {0}, strided(kSomeLine, 128)).lanes((1u << lines) - 1).alu({2}, {1}).exit();
}
Script stores(unsigned lines) {
  return Script().store(Space::kGlobal, {0, 1}, strided(kSomeLine, 128)).lanes((1u << lines) - 1).exit();
}

}  // namespace

TEST_CASE("with one place in the fill buffer a load is looked up when the line before it has entered") {
  // The tag's answer, the way to DRAM, its latency, and the fill's tag access; the rows are written in the next
  // lookup's cycle.
  constexpr Cycle kTurn = 1 + 1 + kDram + 1, kTransfer = 128 / 8;
  const Cycle one = cycles_of(load_of_lines, 1, 1, 0);
  CHECK(one == cycles_of(load_of_lines, 1, 0, 0));
  CHECK(cycles_of(load_of_lines, 4, 1, 0) - one == 3 * kTurn);
  CHECK(cycles_of(load_of_lines, 4, 2, 0) - one == kTurn + kTransfer);
  CHECK(cycles_of(load_of_lines, 4, 4, 0) == cycles_of(load_of_lines, 4, 0, 0));
}

TEST_CASE("with one place in the store buffer a store is taken when the one before it is answered") {
  constexpr Cycle kTurn = 1 + 1 + 32 / 8;  // tag answer, way to DRAM, a sector's transfer: arrived
  const Cycle one = cycles_of(stores, 1, 0, 1);
  CHECK(one == cycles_of(stores, 1, 0, 0));
  CHECK(cycles_of(stores, 4, 0, 1) - one == 3 * kTurn);
  CHECK(cycles_of(stores, 4, 0, 4) == cycles_of(stores, 4, 0, 0));
}

TEST_CASE("an atomic is executed at memory and enters no line and drops a present one") {
  SmBench bench(bench_design());
  bench.run(Script()
                .load(Space::kGlobal, {1}, {0}, consecutive(kSomeLine))
                .atomic({2}, {1}, at(kSomeLine))
                .load(Space::kGlobal, {3}, {2}, consecutive(kSomeLine))
                .exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["cache.load_accesses"] == 2);
  CHECK(counters["cache.load_hits"] == 0);
  CHECK(counters["tag_fills"] == 2);
  CHECK(bench.dram->counters().read_bytes == 128 + 32 + 128);
  CHECK(bench.dram->counters().write_bytes == 32);
}

TEST_CASE("a reduction lets its warp continue while its sector is read and written") {
  SmBench bench(bench_design());
  bench.run(Script().atomic({}, {0, 1}, at(kSomeLine)).alu({2}, {3}).exit());
  CHECK(bench.issued(0, 1) - bench.issued(0, 0) == 1);
  CHECK(bench.dram->counters().read_bytes == 32);
  CHECK(bench.dram->counters().write_bytes == 32);
}

TEST_CASE("lines are kept from one launch to the next when the design says so") {
  SmBench bench(bench_design());
  bench.run(load_once());
  bench.keep_cache = true;
  bench.run(load_once());
  CHECK(bench.sm.counters()["cache.hits"] == 1);
  CHECK(bench.dram->counters().reads == 1);
}

TEST_CASE("lines are dropped between launches when the design says so") {
  SmBench bench(bench_design());
  bench.run(load_once());
  bench.keep_cache = false;
  bench.run(load_once());
  CHECK(bench.sm.counters()["cache.hits"] == 0);
  CHECK(bench.dram->counters().reads == 2);
}

TEST_CASE("another number of sets drops the lines in any case") {
  SmBench bench(bench_design());
  bench.run(load_once());
  bench.keep_cache = true;
  bench.cache_sets = 64;
  bench.run(load_once());
  CHECK(bench.sm.counters()["cache.hits"] == 0);
}

TEST_CASE("without a cache only the touched sectors are fetched and there is no lookup") {
  SmBench bench(bench_design());
  bench.cache_sets = 0;
  bench.run(Script().load(Space::kGlobal, {1}, {0}, consecutive(kSomeLine)).lanes(0x00ff00ff).exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["cache.accesses"] == 1);
  CHECK(counters["tag_lookups"] == 0);
  CHECK(counters["tag_fills"] == 0);
  CHECK(counters["cache.row_writes"] == 0);
  CHECK(bench.dram->counters().reads == 2);
  CHECK(bench.dram->counters().read_bytes == 2 * 32);
}

TEST_CASE("a set of four ways holds four lines and the fifth evicts the oldest") {
  SmBench bench(bench_design());
  bench.cache_sets = 1;
  Script script;
  std::uint16_t last = 0;
  for (unsigned line : {0, 1, 2, 3, 4, 1, 0}) {
    const std::uint16_t next = last + 1;
    script.load(Space::kGlobal, {next}, {last}, consecutive(128 * line));
    last = next;
  }
  bench.run(script.exit());
  CHECK(bench.sm.counters()["cache.hits"] == 1);  // line 1; line 0 had gone for line 4
  CHECK(bench.sm.counters()["tag_fills"] == 6);
}

TEST_CASE("with one DRAM request and one MSHR entry all accesses finish and drain") {
  Design design = bench_design();
  design.mshr.entries = design.mshr.merges = 1;
  SmBench bench(design, with_dram_queue(1));
  bench.run(heavy_traffic(), 6, 2, 3);
  check_drained(bench, 6);
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["mshr.merges"] == 0);
  CHECK(counters["mshr.full_stalls"] > 0);
  // The sectors of each warp's instructions: 32 of the atomic, 32 of the wide store, the four of a line of the narrow
  // one.
  CHECK(bench.dram->counters().write_bytes == 6 * 2 * (32 * 32 + 32 * 32 + 128));
}

TEST_CASE("with one DRAM request and one MSHR entry unified and arbitrated banks drain as well") {
  Design design = unified_bench_design();
  design.conflicts.model = ConflictModel::kArbitrated;
  design.mshr.entries = design.mshr.merges = 1;
  SmBench bench(design, with_dram_queue(1));
  bench.run(heavy_traffic(), 4, 2, 2);
  check_drained(bench, 4);
  CHECK(bench.sm.port_violations() == 0);
}

TEST_CASE("with one DRAM request and one MSHR entry and without a cache, sectors drain as well") {
  Design design = bench_design();
  design.mshr.entries = design.mshr.merges = 1;
  SmBench bench(design, with_dram_queue(1));
  bench.cache_sets = 0;
  bench.run(heavy_traffic(), 4, 2, 2);
  check_drained(bench, 4);
  CHECK(bench.sm.counters()["tag_lookups"] == 0);
}
