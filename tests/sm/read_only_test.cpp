// Read-only caches of an SM: the delay of a miss, the counters, and the requests to memory.
#include <catch2/catch.hpp>

#include "sm/measures.h"
#include "support/forked.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

Script::Address word(std::uint64_t address) {
  return [address](std::uint64_t, unsigned) { return address; };
}

// GPGPU-Sim's GTX480: 8 KB of lines of 64 bytes, two ways.
Design with_constant_cache() {
  Design design = bench_design();
  design.constant_cache.bytes = 8192;
  return design;
}

}  // namespace

TEST_CASE("a constant that misses is delayed by its line's memory access and the line serves later constants") {
  SmBench bench(with_constant_cache());
  bench.run(Script()
                .load(Space::kConstant, {1}, {}, word(4096))
                .alu({2}, {1})
                .load(Space::kConstant, {3}, {}, word(4096 + 60))
                .alu({4}, {3})
                .exit());
  // Looked up; the request is sent a cycle later, and DRAM answers 1 + 400 cycles after that.
  CHECK(wait(bench, 1) == bench.design.sm.constant_latency + 1 + 1 + kDram);
  CHECK(wait(bench, 3) - wait(bench, 2) == bench.design.sm.constant_latency);
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["constant_cache.misses"] == 1);
  CHECK(counters["constant_cache.hits"] == 1);
  CHECK(counters["mshr.allocations"] == 0);
  CHECK(counters["read_only.reads"] == 1);
  CHECK(bench.dram->counters().reads == 1);
  CHECK(bench.dram->counters().read_bytes == 64);
}

TEST_CASE("parameters go through the constant cache, too") {
  SmBench bench(with_constant_cache());
  bench.run(Script().load(Space::kParameter, {1}, {}, word(0)).alu({2}, {1}).exit());
  CHECK(wait(bench, 1) == bench.design.sm.constant_latency + 1 + 1 + kDram);
}

TEST_CASE("words of one missing line are merged and a result is ready when its last line has arrived") {
  SmBench bench(with_constant_cache());
  const auto two_lines = [](std::uint64_t, unsigned lane) { return std::uint64_t{lane % 4 * 32}; };
  bench.run(Script().load(Space::kConstant, {1}, {}, two_lines).alu({2}, {1}).exit());
  // Words 0, 32, 64 and 96 are in lines 0 and 64. DRAM moves the second line's 64 bytes after the first's, 8 bytes per
  // cycle.
  CHECK(wait(bench, 1) == bench.design.sm.constant_latency + 1 + 1 + kDram + 64 / 8);
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["constant_cache.misses"] == 4);
  CHECK(counters["constant_cache.merges"] == 2);
  CHECK(bench.dram->counters().reads == 2);
}

TEST_CASE("an evicted line is counted and read again") {
  Design design = bench_design();
  design.constant_cache.bytes = 128;
  SmBench bench(design);
  Script script;
  std::uint16_t result = 1;
  for (const std::uint64_t line : {0, 64, 128, 0}) {
    script.load(Space::kConstant, {result}, {}, word(line)).alu({0}, {result});
    ++result;
  }
  bench.run(script.exit());
  CHECK(bench.sm.counters()["constant_cache.evictions"] == 2);
  CHECK(bench.sm.counters()["constant_cache.misses"] == 4);
  CHECK(bench.dram->counters().reads == 4);
}

TEST_CASE("a launch begins with an empty constant cache") {
  SmBench bench(with_constant_cache());
  const Script script = Script().load(Space::kConstant, {1}, {}, word(4096)).alu({2}, {1}).exit();
  for (unsigned launch = 1; launch <= 2; ++launch) {
    bench.run(script);
    CHECK(bench.sm.counters()["constant_cache.misses"] == launch);
    CHECK(bench.sm.idle());
  }
}

namespace {

// GPGPU-Sim's GTX480: 2 KB of lines of 128 bytes, four ways. A line holds 16 instructions of 8 bytes.
Design with_instruction_cache() {
  Design design = bench_design();
  design.instruction_cache.bytes = 2048;
  return design;
}

Script alus(unsigned count) {
  Script script;
  for (unsigned i = 0; i < count; ++i) script.alu({static_cast<std::uint16_t>(i % 16)}, {});
  return script.exit();
}

}  // namespace

TEST_CASE("a warp waits for the first instruction of a line as long as the line takes from memory") {
  SmBench bench(with_instruction_cache());
  bench.run(alus(40));
  // Requested in the cycle in which it is the warp's next instruction, sent in the following cycle, and issued when it
  // arrives.
  constexpr unsigned kLine = 1 + 1 + kDram;
  CHECK(bench.issued(0, 0) == kLine);
  CHECK(wait(bench, 15) == 15);
  CHECK(wait(bench, 16) == 15 + kLine);
  CHECK(wait(bench, 32) == 2 * (15 + kLine));
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["instruction_cache.misses"] == 3);
  CHECK(counters["instruction_cache.hits"] == 0);
  CHECK(counters["read_only.reads"] == 3);
  CHECK(counters["stalls.fetch"] == kLine + 2 * (kLine - 1));
  CHECK(bench.dram->counters().read_bytes == 3 * 128);
}

TEST_CASE("a line fetched by one warp serves the instructions of another") {
  SmBench bench(with_instruction_cache());
  bench.run(alus(20), 1, 2);
  CHECK(bench.issued(1, 0) == bench.issued(0, 0) + 1);
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["instruction_cache.misses"] == 4);
  CHECK(counters["instruction_cache.merges"] == 2);
  CHECK(counters["read_only.reads"] == 2);
}

TEST_CASE("code larger than the instruction cache evicts its own lines") {
  SmBench bench(with_instruction_cache());
  bench.run(alus(17 * 16 - 1));
  CHECK(bench.sm.counters()["instruction_cache.misses"] == 17);
  CHECK(bench.sm.counters()["instruction_cache.evictions"] == 1);
}

TEST_CASE("instructions stay in their cache from one launch to the next") {
  SmBench bench(with_instruction_cache());
  for (unsigned launch = 1; launch <= 2; ++launch) {
    bench.run(alus(10));
    CHECK(bench.sm.counters()["instruction_cache.misses"] == 1);
    CHECK(bench.sm.counters()["instruction_cache.hits"] == launch - 1);
  }
}

namespace {

// GPGPU-Sim's GTX480: 12 KB of lines of 128 bytes, 24 ways.
Design with_texture_cache() {
  Design design = bench_design();
  design.texture_cache.bytes = 12288;
  design.sm.texture_latency = 20;
  return design;
}

// Lanes spread evenly over this many lines.
Script::Address lines_from(std::uint64_t first, unsigned lines) {
  return [first, lines](std::uint64_t, unsigned lane) { return first + lane % lines * 128; };
}

}  // namespace

TEST_CASE("a texel that misses is delayed by its line's memory access and one that hits takes the texture latency") {
  SmBench bench(with_texture_cache());
  bench.run(Script()
                .texture({1}, {0}).texels(lines_from(1 << 20, 1))
                .alu({2}, {1})
                .texture({3}, {0}).texels(word((1 << 20) + 124))
                .alu({4}, {3})
                .exit());
  CHECK(wait(bench, 1) == bench.design.sm.texture_latency + 1 + 1 + kDram);
  CHECK(wait(bench, 3) - wait(bench, 2) == bench.design.sm.texture_latency);
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["texture_cache.misses"] == 1);
  CHECK(counters["texture_cache.hits"] == 1);
  CHECK(counters["texture_accesses"] == 2);
  CHECK(bench.dram->counters().read_bytes == 128);
}

TEST_CASE("the texture unit looks a line up a cycle: texels of n lines are n - 1 cycles later") {
  for (const unsigned lines : {1u, 4u, 32u}) {
    const std::string found = forked([lines] {
      SmBench bench(with_texture_cache());
      Script script;
      for (std::uint16_t result = 1; result <= 2; ++result)
        script.texture({result}, {0}).texels(lines_from(1 << 20, lines)).alu({result}, {result});
      bench.run(script.exit());
      const CounterValues counters = bench.sm.counters();
      return std::to_string(wait(bench, 3) - wait(bench, 2) - bench.design.sm.texture_latency) + " later, " +
             std::to_string(counters["texture_cache.misses"]) + " misses, " +
             std::to_string(counters["texture_cache.hits"]) + " hits";
    });
    const std::string count = std::to_string(lines);
    CHECK(found == std::to_string(lines - 1) + " later, " + count + " misses, " + count + " hits");
  }
}

TEST_CASE("texels of a line in flight are merged and an evicted line is counted") {
  Design design = with_texture_cache();
  design.texture_cache.bytes = 256;
  design.texture_cache.ways = 2;
  SmBench bench(design);
  bench.run(Script()
                .texture({1}, {0}).texels(lines_from(0, 2))
                .texture({2}, {0}).texels(lines_from(0, 2))
                .alu({3}, {2})
                .texture({4}, {3}).texels(lines_from(256, 1))
                .exit());
  CHECK(bench.sm.counters()["texture_cache.merges"] == 2);
  CHECK(bench.sm.counters()["texture_cache.evictions"] == 1);
}
