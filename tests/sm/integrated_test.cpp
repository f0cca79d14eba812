// An Sm whose registers are lines of the array: cycles and counters.
#include <catch2/catch.hpp>

#include <string>

#include "sm/measures.h"
#include "support/addresses.h"
#include "support/forked.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// `bytes` / 512 sets of 4 ways, over 4 tag banks.
Design integrated(const char* store, unsigned bytes = 128 * 1024) {
  Design design = unified_bench_design();
  design.storage.unified_bytes = bytes;
  design.storage.scratchpad_bytes = 48 * 1024;
  design.conflicts.model = ConflictModel::kArbitrated;
  design.cache.tag_banks = 4;
  design.layout.name = "integrated";
  design.partition = {"integrated", {}};
  design.register_store = {store, {{"swizzle", 0}}};
  return design;
}

// With this array of 4 sets, every line(i) is in set 0, and so are registers 0, 4, 8 and 12.
constexpr unsigned kSmall = 2048;
std::uint64_t line(unsigned i) { return 4 * kLineBytes * i; }

}  // namespace

TEST_CASE("registers as lines: the tagging stage takes a cycle and delays every result by it") {
  for (const char* store : {"lru-fair", "lru-prioritized"}) {
    const std::string waits = forked([store] {
      SmBench bench(integrated(store));
      bench.run(Script().alu({1}, {0}).alu({2}, {1}).alu({3}, {}).alu({4}, {3}).exit());
      return std::to_string(wait(bench, 1)) + " " + std::to_string(wait(bench, 3) - wait(bench, 2));
    });
    CHECK(waits == std::to_string(kAlu + 1) + " " + std::to_string(kAlu + 1));
  }
}

TEST_CASE("registers as lines: a scratchpad value and a line that hits come a cycle later too") {
  const auto waits = [](const Design& design) {
    return forked([&design] {
      SmBench bench(design);
      bench.cache_sets = 64;
      bench.run(Script()
                    .load(Space::kScratchpad, {1}, {0}, consecutive(0))
                    .alu({2}, {1})
                    .load(Space::kGlobal, {3}, {2}, consecutive(line(1)))
                    .load(Space::kGlobal, {4}, {3}, consecutive(line(1)))
                    .alu({5}, {4})
                    .exit());
      return std::to_string(wait(bench, 1)) + " " + std::to_string(wait(bench, 4) - wait(bench, 3));
    });
  };
  Design banks = integrated("banks");
  banks.layout.name = "unified-scratchpad-apart";
  banks.partition = {"unified", {}};
  CHECK(waits(banks) == "20 20");
  CHECK(waits(integrated("lru-fair")) == "21 21");
}

TEST_CASE("registers as lines: each operand and each result is looked up once") {
  SmBench bench(integrated("lru-prioritized"));
  bench.run(Script().alu({1}, {}).alu({2}, {1}).alu({1}, {1, 2}).exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["registers.operand_reads"] == 3);
  CHECK(counters["registers.operand_writes"] == 3);
  CHECK(counters["tag_lookups"] == 6);
  CHECK(counters["registers.misses"] == 2);  // the first writes of 1 and 2
  CHECK(counters["registers.hits"] == 4);
  CHECK(counters["registers.row_reads"] == 3 * 8);
  CHECK(counters["registers.row_writes"] == 3 * 8);
  CHECK(counters["cache.accesses"] == 0);
}

TEST_CASE("registers as lines: registers of one tag bank are looked up one after the other") {
  SmBench bench(integrated("lru-prioritized"));
  bench.run(Script().alu({1}, {0, 4, 8}).alu({2}, {1}).exit());
  CHECK(bench.sm.counters()["conflicts.tag_bank_waits"] == 2 + 1);  // two wait in the first cycle, one in the second
  CHECK(wait(bench, 1) == kAlu + 1 + 2);
}

TEST_CASE("registers as lines: registers of different tag banks do not wait") {
  SmBench bench(integrated("lru-prioritized"));
  bench.run(Script().alu({1}, {4, 5, 6, 7}).alu({2}, {1}).exit());
  CHECK(bench.sm.counters()["conflicts.tag_bank_waits"] == 0);
  CHECK(wait(bench, 1) == kAlu + 1);
}

TEST_CASE("lru-fair: a register that was evicted by another is spilled and fetched through the MSHR") {
  SmBench bench(integrated("lru-fair", kSmall));
  bench.run(Script()
                .alu({0}, {})
                .load(Space::kGlobal, {1}, {0}, consecutive(line(1)))
                .alu({4}, {1})   // after the load's line
                .alu({8}, {4})
                .alu({12}, {8})  // replaces register 0, the oldest of set 0
                .alu({2}, {12, 0})
                .exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["lines.register_by_register"] == 1);
  CHECK(counters["lines.cache_by_register"] == 1);  // 0 returns to the place of the line
  CHECK(counters["lines.register_by_cache"] == 0);
  CHECK(counters["lines.cache_by_cache"] == 0);
  CHECK(counters["registers.spills"] == 1);
  CHECK(counters["registers.fetches"] == 1);
  CHECK(counters["mshr.allocations"] == 2);  // the load's line, and the register
  CHECK(bench.dram->counters().writes == 1);
  CHECK(bench.dram->counters().write_bytes == 128);
  CHECK(wait(bench, 5) - wait(bench, 4) == kAlu + 1 + 2);  // 12 is written once the spilled row is read and sent
  CHECK(bench.sm.idle());
}

TEST_CASE("lru-fair: a read of a spilled register waits for memory") {
  SmBench bench(integrated("lru-fair", kSmall));
  bench.run(Script()
                .alu({0}, {})
                .load(Space::kGlobal, {1}, {0}, consecutive(line(1)))
                .alu({4}, {1})
                .alu({8}, {4})
                .alu({12}, {8})
                .special({2}, {12})  // meanwhile the spill has left the channel
                .alu({3}, {2, 0})
                .alu({5}, {3})
                .exit());
  // Looked up one cycle after issue, requested one cycle later, at the channel another cycle later, and there after
  // 400. In the two cycles after that it is entered, and its row reaches the operand buffer. For an operand that is
  // present, 3 of these cycles are already part of the latency.
  CHECK(wait(bench, 7) - wait(bench, 6) == kAlu + 1 + 1 + 1 + kDram);
}

TEST_CASE("lru-fair: a register write waits for an older instruction that has yet to read the register") {
  SmBench bench(integrated("lru-fair", kSmall));
  bench.run(Script()
                .alu({0}, {})
                .load(Space::kGlobal, {1}, {0}, consecutive(line(1)))
                .alu({4}, {1})
                .alu({8}, {4})
                .alu({12}, {8})
                .alu({2}, {12, 0})  // 0 is fetched
                .alu({0}, {})       // and written by the next instruction
                .alu({3}, {0})
                .exit());
  CHECK(wait(bench, 7) - wait(bench, 6) >= 400);
}

namespace {

// Register 0 is spilled, then written by 8 lanes, then read by all lanes.
std::string run_checked(const PolicyValues& values) {
  return forked([&values] {
    Design design = integrated("lru-fair", kSmall);
    for (const auto& [name, value] : values) design.register_store.values[name] = value;
    design.run.check_data = true;
    SmBench bench(design);
    bench.run(Script()
                  .alu({0}, {})
                  .load(Space::kGlobal, {1}, {0}, consecutive(line(1)))
                  .alu({4}, {1})
                  .alu({8}, {4})
                  .alu({12}, {8})
                  .alu({0}, {12}).lanes(0xff)
                  .alu({2}, {0})
                  .exit());
    return std::to_string(bench.sm.counters()["registers.fetches"]) + " fetched";
  });
}

}  // namespace

TEST_CASE("the data check follows registers through spill, fetch and a write by some lanes") {
  CHECK(run_checked({}) == "1 fetched");
}

TEST_CASE("the data check finds a write by some lanes that loses the other lanes") {
  CHECK_THAT(run_checked({{"partial_write_fetches", 0}}),
             Catch::StartsWith("error: data check: 'line 6' (warp 0, block 0, issued in cycle ") &&
                 Catch::Contains(" reads register 0, lane 8, byte 0: found 0x0, written by ") &&
                 Catch::Contains("; expected the value written by SM 0, warp 0, cycle 1, instruction 0 of its kernel"));
}

TEST_CASE("lru-prioritized: registers keep their values where they fill the ways that a scratchpad inside leaves") {
  const std::string outcome = forked([] {
    Design design = integrated("lru-prioritized", 16 * 1024);  // 64 sets of 2 ways, one of these for the scratchpad
    design.storage.scratchpad_bytes = 0;
    design.register_store.values["swizzle"] = 1;
    design.sm.banks_per_cluster = design.cache.tag_banks = 8;
    design.cache.ways = 2;
    design.run.check_data = true;
    SmBench bench(design);
    bench.registers_per_thread = 20;
    bench.scratchpad_bytes = 2048;
    Script script;
    for (std::uint16_t number = 0; number < 20; ++number) script.alu({number}, {});
    for (std::uint16_t number = 0; number < 20; ++number) script.alu({number}, {number});
    bench.run(script.exit(), 3, 1, 3);
    return std::to_string(bench.sm.counters()["registers.misses"]);
  });
  CHECK(outcome == "60");  // each first write
}

TEST_CASE("lru-prioritized: where registers occupy all ways a line of memory is used but not entered") {
  SmBench bench(integrated("lru-prioritized", kSmall));
  bench.run(Script()
                .alu({0}, {})
                .alu({4}, {})
                .alu({8}, {})
                .alu({12}, {4, 8})
                .load(Space::kGlobal, {1}, {12}, consecutive(line(1)))
                .load(Space::kGlobal, {2}, {1}, consecutive(line(1)))
                .exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["cache.load_accesses"] == 2);
  CHECK(counters["cache.load_hits"] == 0);
  CHECK(counters["tag_fills"] == 2);
  CHECK(counters["cache.row_writes"] == 0);
  CHECK(counters["lines.register_by_cache"] == 0);
  CHECK(counters["registers.spills"] == 0);
}

TEST_CASE("lru-prioritized: a register takes the place of a line of memory") {
  SmBench bench(integrated("lru-prioritized", kSmall));
  Script script;
  for (unsigned i = 1; i <= 5; ++i) script.load(Space::kGlobal, {1}, {1}, consecutive(line(i)));
  bench.run(script.alu({0}, {1}).exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["lines.cache_by_cache"] == 1);  // the fifth line, the first one's
  CHECK(counters["lines.cache_by_register"] == 1);
}

TEST_CASE("lines x cycles: a register's line counts from its claim to the end of its warp") {
  SmBench bench(integrated("lru-prioritized", kSmall));
  bench.run(Script().alu({1}, {}).exit());
  const CounterValues counters = bench.sm.counters();
  const Cycle cycles = bench.sm.last_work() - bench.start + 1;
  CHECK(cycles == kAlu + 2);  // the tags in the unit's last cycle, then the row
  CHECK(counters["lines.capacity_cycles"] == 16 * cycles);
  CHECK(counters["lines.register_cycles"] == 1);
  CHECK(counters["lines.cache_cycles"] == 0);
}

TEST_CASE("lines x cycles: lines of the cache in a separate memory are counted as well") {
  SmBench bench(bench_design());
  bench.cache_sets = 2;
  bench.run(Script().load(Space::kGlobal, {1}, {0}, consecutive(line(1))).special({2}, {1}).exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["lines.capacity_cycles"] == 8 * (bench.sm.last_work() - bench.start + 1));
  CHECK(counters["lines.register_cycles"] == 0);
  // Counted from the fill on. The load's value arrives later than the fill by the difference between a hit's latency
  // and the way to memory (4).
  CHECK(counters["lines.cache_cycles"] == kHit - 4 + kSpecial + 1);
}
