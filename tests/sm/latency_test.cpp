// How long one warp waits for its own results: exactly the published latencies.
#include <catch2/catch.hpp>

#include "sm/measures.h"
#include "support/addresses.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

}  // namespace

TEST_CASE("a warp issues one independent instruction a cycle") {
  SmBench bench(bench_design());
  bench.run(Script().alu({0}, {}).alu({1}, {}).alu({2}, {}).exit());
  CHECK(wait(bench, 1) == 1);
  CHECK(wait(bench, 2) == 2);
  CHECK(wait(bench, 3) == 3);
}

TEST_CASE("an ALU result is there after 8 cycles") {
  SmBench bench(bench_design());
  bench.run(Script().alu({1}, {0}).alu({2}, {1}).alu({3}, {2}).exit());
  CHECK(wait(bench, 1) == kAlu);
  CHECK(wait(bench, 2) == 2 * kAlu);
}

TEST_CASE("an ALU result is there after 8 cycles when the instruction reads no register") {
  SmBench bench(bench_design());
  bench.run(Script().alu({1}, {}).alu({2}, {1}).exit());
  CHECK(wait(bench, 1) == kAlu);
}

TEST_CASE("a result that stays above the main register file takes equally long") {
  SmBench bench(bench_design());
  bench.run(Script()
                .alu({1}, {0}).levels(0, 1, 0, 0).results_above()
                .alu({2}, {}).levels(1, 0, 0, 1).results_above().touches(1)
                .special({3}, {}).levels(0, 0, 1, 1).results_above().touches(2)
                .load(Space::kScratchpad, {4}, {}, consecutive(0)).levels(0, 0, 1, 1).results_above().touches(3)
                .alu({5}, {}).touches(4)
                .exit());
  CHECK(wait(bench, 1) == kAlu);
  CHECK(wait(bench, 2) == 2 * kAlu);
  CHECK(wait(bench, 3) == 2 * kAlu + kSpecial);
  CHECK(wait(bench, 4) == 2 * kAlu + kSpecial + kScratchpad);
  CHECK(bench.sm.counters()["registers.row_writes"] == 8);  // the last one's
}

TEST_CASE("a special function's result is there after 20 cycles, and its unit takes four cycles a warp") {
  SmBench bench(bench_design());
  bench.run(Script().special({1}, {0}).special({2}, {0}).alu({3}, {1}).exit());
  CHECK(wait(bench, 1) == kWarpSize / 8);
  CHECK(wait(bench, 2) == kSpecial);
}

TEST_CASE("a texture's four results are ready after 400 cycles and independent instructions do not wait") {
  SmBench bench(bench_design());
  bench.run(Script().texture({1, 2, 3, 4}, {0, 5}).alu({6}, {0}).alu({7}, {4}).exit());
  CHECK(wait(bench, 1) == 1);
  CHECK(wait(bench, 2) == kTexture);
}

TEST_CASE("texture fetches follow one another through the unit") {
  SmBench bench(bench_design());
  bench.run(Script().texture({1}, {0}).texture({2}, {0}).texture({3}, {0}).alu({4}, {3}).exit());
  CHECK(wait(bench, 2) == 2);
  CHECK(wait(bench, 3) == 2 + kTexture);
}

TEST_CASE("a surface store keeps its block resident for 400 cycles and occupies no register") {
  SmBench bench(bench_design());
  const Cycle end = bench.run(Script().texture({}, {0, 1}).alu({1}, {0}).alu({2}, {1}).exit());
  CHECK(wait(bench, 1) == 1);
  CHECK(wait(bench, 3) == 1 + kAlu + 1);
  CHECK(end - bench.start == bench.issued(0, 0) + kTexture);
}

TEST_CASE("a register may not be overwritten while its last value is under way") {
  SmBench bench(bench_design());
  bench.run(Script().special({1}, {0}).alu({1}, {2}).exit());
  CHECK(wait(bench, 1) == kSpecial);
}

TEST_CASE("scratchpad loads take 20 cycles in separate banks") {
  SmBench bench(bench_design());
  bench.run(Script().load(Space::kScratchpad, {1}, {0}, consecutive(0)).alu({2}, {1}).exit());
  CHECK(wait(bench, 1) == kScratchpad);
}

TEST_CASE("scratchpad loads take 20 cycles in unified banks when their register is in another bank") {
  SmBench bench(unified_bench_design());
  // Register 0 of warp 0 is in bank 0; byte 128 of the scratchpad is in bank 1 of every cluster.
  bench.run(Script().load(Space::kScratchpad, {1}, {0}, consecutive(128)).alu({2}, {1}).exit());
  CHECK(wait(bench, 1) == kScratchpad);
}

TEST_CASE("a unified scratchpad load waits a cycle for a register in the bank it reads") {
  SmBench bench(unified_bench_design());
  bench.run(Script().load(Space::kScratchpad, {1}, {0}, consecutive(0)).alu({2}, {1}).exit());
  CHECK(wait(bench, 1) == kScratchpad + 1);
  CHECK(bench.sm.counters()["conflicts.penalty_cycles"] == 1);
}

TEST_CASE("a cache miss takes the hit latency plus the DRAM latency and a hit only the former") {
  SmBench bench(bench_design());
  bench.run(Script()
                .load(Space::kGlobal, {1}, {0}, consecutive(4096))
                .alu({2}, {1})
                .load(Space::kGlobal, {3}, {0}, consecutive(4096))
                .alu({4}, {3})
                .exit());
  CHECK(wait(bench, 1) == kHit + kDram);
  CHECK(wait(bench, 3) - wait(bench, 2) == kHit);
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["cache.accesses"] == 2);
  CHECK(counters["cache.hits"] == 1);
  CHECK(counters["tag_fills"] == 1);
  CHECK(counters["mshr.allocations"] == 1);
}

TEST_CASE("without a cache neighbouring sectors of a line are one read and take one entry of the MSHR") {
  SmBench bench(bench_design());
  bench.cache_sets = 0;
  bench.run(Script().load(Space::kGlobal, {1}, {0}, consecutive(4096)).alu({2}, {1}).exit());
  CHECK(wait(bench, 1) == kHit + kDram);
  CHECK(bench.sm.counters()["mshr.allocations"] == 1);
  CHECK(bench.dram->counters().read_bytes == 128);
}

TEST_CASE("without a cache the sectors that a load does not touch are not read") {
  SmBench bench(bench_design());
  bench.cache_sets = 0;
  const auto first_and_third = [](std::uint64_t, unsigned lane) { return std::uint64_t{4096 + lane % 2 * 64}; };
  bench.run(Script().load(Space::kGlobal, {1}, {0}, first_and_third).alu({2}, {1}).exit());
  const unsigned transfer = 32 / 8;
  CHECK(wait(bench, 1) == kHit + kDram + transfer);
  CHECK(bench.sm.counters()["mshr.allocations"] == 2);
  CHECK(bench.dram->counters().read_bytes == 64);
}

TEST_CASE("each further distinct constant costs a cycle") {
  SmBench bench(bench_design());
  bench.run(
      Script()
          .load(Space::kConstant, {1}, {}, [](std::uint64_t, unsigned) { return std::uint64_t{8}; })
          .alu({2}, {1})
          .load(Space::kConstant, {3}, {}, [](std::uint64_t, unsigned lane) { return std::uint64_t{4 * (lane % 3)}; })
          .alu({4}, {3})
          .exit());
  CHECK(wait(bench, 1) == 8);
  CHECK(wait(bench, 3) - wait(bench, 2) == 8 + 2);
}

TEST_CASE("an instruction of 32 constants keeps the constant unit of the SM for 32 cycles, whatever the scheduler") {
  Design design = bench_design();
  design.sm.schedulers = 2;
  SmBench bench(design);
  Script script;
  for (std::uint16_t result = 1; result <= 4; ++result) script.load(Space::kConstant, {result}, {}, consecutive(0));
  const Cycle end = bench.run(script.exit(), 1, 8);
  // 8 warps x 4 loads x 32 words: the first is read 2 cycles after its issue; each result is there 6 cycles after its
  // last word.
  CHECK(end - bench.start == 2 + (8 * 4 * 32 - 1) + 6);
}

TEST_CASE("an instruction without active lanes takes only its issue slot") {
  SmBench bench(bench_design());
  bench.run(Script().load(Space::kGlobal, {1}, {0}, consecutive(0)).lanes(0).alu({2}, {1}).exit());
  CHECK(wait(bench, 1) == 1);
  CHECK(bench.sm.counters()["cache.accesses"] == 0);
  CHECK(bench.sm.counters()["registers.operand_reads"] == 1);
}

namespace {

// For a space that bypasses the cache.
void check_around_cache(const Design& design, Space space) {
  SmBench bench(design);
  // The same line twice: four sectors of 32 bytes each time; nothing is looked up or kept.
  bench.run(Script()
                .load(space, {1}, {0}, consecutive(4096))
                .alu({2}, {1})
                .load(space, {3}, {0}, consecutive(4096))
                .alu({4}, {3})
                .exit());
  CHECK(wait(bench, 1) == kHit + kDram);
  CHECK(wait(bench, 3) - wait(bench, 2) == kHit + kDram);
  CHECK(bench.sm.counters()["tag_lookups"] == 0);
  CHECK(bench.dram->counters().read_bytes == 2 * 128);
}

}  // namespace

TEST_CASE("local memory bypasses the cache if the design says so") {
  Design design = bench_design();
  design.cache.holds_local_memory = false;
  check_around_cache(design, Space::kLocal);
}

TEST_CASE("global memory bypasses the cache if the design says so") {
  Design design = bench_design();
  design.cache.holds_global_memory = false;
  check_around_cache(design, Space::kGlobal);
}

TEST_CASE("local memory uses a cache that global memory bypasses") {
  Design design = bench_design();
  design.cache.holds_global_memory = false;
  SmBench bench(design);
  bench.run(Script().load(Space::kLocal, {1}, {0}, consecutive(4096)).alu({2}, {1}).exit());
  CHECK(bench.sm.counters()["tag_lookups"] == 1);
}
