// Stores to local memory that miss and allocate their line (cache.local_stores_allocate). Values are followed
// throughout.
#include <catch2/catch.hpp>
#include <random>

#include "sm/measures.h"
#include "support/addresses.h"
#include "support/forked.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

Design allocating(Design design = bench_design()) {
  design.cache.global_stores = StorePolicy::kWriteEvict;
  design.cache.local_stores = StorePolicy::kWriteBack;
  design.cache.local_stores_allocate = true;
  design.run.check_data = true;
  return design;
}

Script spill(unsigned line = kSomeLine) { return Script().store(Space::kLocal, {0, 1}, consecutive(line)); }

// The counters of fills, stores and load hits, as text.
std::string traffic(SmBench& bench) {
  const CounterValues c = bench.sm.counters();
  const DramChannelCounters dram = bench.dram->counters();
  return std::to_string(c["cache.store_allocations"]) + " entered, " + std::to_string(c["tag_fills"]) + " filled, " +
         std::to_string(c["cache.load_hits"]) + " load hits, " + std::to_string(c["cache.dirtied"]) + " dirtied, " +
         std::to_string(c["cache.write_backs"]) + " written back, " + std::to_string(dram.read_bytes) +
         " bytes read, " + std::to_string(dram.write_bytes) + " written";
}

}  // namespace

TEST_CASE("a local store of all words of a line enters it dirty and reads nothing from memory") {
  SmBench bench(allocating());
  bench.run(spill().load(Space::kLocal, {2}, {0}, consecutive(kSomeLine)).exit());
  CHECK(traffic(bench) == "1 entered, 0 filled, 1 load hits, 1 dirtied, 1 written back, 0 bytes read, 128 written");
  CHECK(bench.sm.counters()["cache.hits"] == 1);  // the load's
  CHECK(bench.sm.counters()["cache.flushed"] == 1);
  CHECK(bench.sm.counters()["tag_lookups"] == 2);
  CHECK(bench.sm.counters()["cache.row_writes"] == kNarrowLine);
}

TEST_CASE("a local store that hits the line of an earlier one leaves it dirty and enters nothing") {
  SmBench bench(allocating());
  bench.run(spill().store(Space::kLocal, {0, 1}, consecutive(kSomeLine)).exit());
  CHECK(traffic(bench) == "1 entered, 0 filled, 0 load hits, 1 dirtied, 1 written back, 0 bytes read, 128 written");
  CHECK(bench.sm.counters()["cache.dirty_hits"] == 1);
}

TEST_CASE("a local store of some words of a line goes to memory and its line is read afterwards") {
  SmBench bench(allocating());
  Script script = Script().store(Space::kLocal, {0, 1}, consecutive(kSomeLine)).lanes(0xff);
  for (unsigned i = 0; i < 60; ++i) script.special({3}, {3});  // until the line has arrived
  bench.run(script.load(Space::kLocal, {2}, {3}, consecutive(kSomeLine)).exit());
  CHECK(traffic(bench) == "0 entered, 1 filled, 1 load hits, 0 dirtied, 0 written back, 128 bytes read, 32 written");
}

TEST_CASE("a local store of one byte for each lane does not write its whole line") {
  SmBench bench(allocating());
  bench.run(Script().store(Space::kLocal, {0, 1}, consecutive(kSomeLine), 1).exit());
  CHECK(traffic(bench) == "0 entered, 1 filled, 0 load hits, 0 dirtied, 0 written back, 128 bytes read, 128 written");
}

TEST_CASE("global stores enter no line where local ones do") {
  SmBench bench(allocating());
  bench.run(Script().store(Space::kGlobal, {0, 1}, consecutive(kSomeLine)).exit());
  CHECK(traffic(bench) == "0 entered, 0 filled, 0 load hits, 0 dirtied, 0 written back, 0 bytes read, 128 written");
}

TEST_CASE("lines entered by stores evict dirty ones to memory with the oldest first") {
  SmBench bench(allocating());
  bench.cache_sets = 1;
  Script script;
  for (unsigned line = 0; line < 6; ++line) script.store(Space::kLocal, {0, 1}, consecutive(kSomeLine + 128 * line));
  script.load(Space::kLocal, {2}, {0}, consecutive(kSomeLine + 128 * 5));  // there
  script.load(Space::kLocal, {3}, {2}, consecutive(kSomeLine));            // evicted: read after its write
  bench.run(script.exit());
  CHECK(traffic(bench) == "6 entered, 1 filled, 1 load hits, 6 dirtied, 6 written back, 128 bytes read, 768 written");
  CHECK(bench.sm.counters()["lines.cache_by_cache"] == 3);
  CHECK(bench.sm.counters()["cache.flushed"] == 3);
}

// Each warp uses its own lines, as spilled registers do; with few sets, lines are filled and evicted all the time.
TEST_CASE("the cache returns the last stored values for any spills and fetches") {
  for (unsigned seed = 0; seed < 8; ++seed) {
    INFO("seed " << seed);
    CHECK(forked([&] {
      std::mt19937 random(seed);
      Design design = allocating(seed & 1 ? unified_bench_design() : bench_design());
      if (seed & 2) design.conflicts.model = ConflictModel::kArbitrated;
      if (seed & 4) design.mshr.entries = design.mshr.merges = 1, design.cache.lookups_per_cycle = 4;
      SmBench bench(design);
      bench.cache_sets = 1 + seed % 3;
      Script script;
      for (std::uint16_t i = 0; i < 60; ++i) {
        const auto address = line_of_block(kSomeLine + 1024 * (random() % 7));
        const auto reg = static_cast<std::uint16_t>(2 + i % 8);
        if (random() % 2) {
          script.load(Space::kLocal, {reg}, {0}, address);
        } else {
          const bool all = random() % 3 != 0;
          script.store(Space::kLocal, {0, reg}, address).lanes(all ? ~LaneMask{0} : static_cast<LaneMask>(random()));
        }
      }
      bench.run(script.exit(), 6, 1, 3);
      const CounterValues counters = bench.sm.counters();
      std::string text = bench.sm.idle() && bench.dram->in_flight() == 0 ? "right" : "stuck";
      if (counters["cache.store_allocations"] < 20 || counters["tag_fills"] < 20) text += ", too few lines";
      if (counters["cache.write_backs"] != counters["cache.dirtied"]) text += ", not all written back";
      if (bench.sm.port_violations() != 0) text += ", banks used twice in a cycle";
      return text;
    }) == "right");
  }
}
