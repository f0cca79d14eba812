// Warps that take turns with registers, on an Sm: which warp waits, from which cycle to which, and what is counted.
#include <catch2/catch.hpp>

#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

constexpr unsigned kRegisters = 32, kBase = 16;

Design turns_design() {
  Design design = bench_design();
  design.register_store = {"regmutex", {}};
  design.conflicts.model = ConflictModel::kArbitrated;
  return design;
}

// One scheduler with four register banks and, unless `sections` says otherwise, one section.
struct TurnsBench : SmBench {
  explicit TurnsBench(unsigned sections = 1) : SmBench(turns_design()) {
    registers_per_thread = kRegisters;
    base_registers = kBase;
    register_sections = sections;
  }
  Cycle special() const { return design.sm.special_function_latency; }
};

Script special_inside() {
  Script script;
  script.acquire_registers().special({kBase}, {}).release_registers(kBase, kRegisters).exit();
  return script;
}

}  // namespace

TEST_CASE("a warp without a section issues again in the cycle after its release") {
  TurnsBench bench;
  bench.run(special_inside(), 2, 1, 2);
  CHECK(bench.issued(0, 0) == 0);
  CHECK(bench.issued(0, 1) == 1);
  const Cycle released = bench.issued(0, 2);
  CHECK(released == 1 + bench.special());  // not before the result is in its row
  CHECK(bench.issued(1, 0) == released + 1);
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["regmutex.acquires"] == 2);
  CHECK(counters["regmutex.waits"] == 1);
  CHECK(counters["regmutex.wait_cycles"] == bench.issued(1, 0) - 1);  // it asks in cycle 1, in which it starts
  CHECK(counters["regmutex.held_cycles"] == released + (bench.issued(1, 2) - bench.issued(1, 0)));
  CHECK(counters["warp_instructions"] == 2 * 4);
  // The scheduler has nothing else: from cycle 2 on warp 0 waits for its result, and warp 1 for a section.
  CHECK(counters["stalls.gate"] == released - 2);
}

TEST_CASE("with a section for each warp none waits") {
  TurnsBench bench(2);
  bench.run(special_inside(), 2, 1, 2);
  CHECK(bench.issued(1, 0) == 1);
  CHECK(bench.sm.counters()["regmutex.waits"] == 0);
  CHECK(bench.sm.counters()["stalls.gate"] == 0);
}

TEST_CASE("warps that wait for a section get it one after the other") {
  TurnsBench bench;
  Script script = special_inside();
  bench.run(script, 3, 1, 3);
  CHECK(bench.issued(2, 0) == bench.issued(1, 2) + 1);
  CHECK(bench.sm.counters()["regmutex.wait_cycles"] == bench.issued(1, 0) - 1 + bench.issued(2, 0) - 2);
}

TEST_CASE("a section is released only when its registers have been read") {
  TurnsBench bench;
  Script apart, together;
  // Four registers of one bank, read in four cycles: of the base set, and of the section.
  apart.acquire_registers().alu({0}, {0, 4, 8, 12}).release_registers(kBase, kRegisters).exit();
  together.acquire_registers().alu({0}, {16, 20, 24, 28}).release_registers(kBase, kRegisters).exit();
  bench.run(apart);
  CHECK(bench.issued(0, 2) == bench.issued(0, 1) + 1);
  bench.run(together);
  CHECK(bench.issued(0, 2) == bench.issued(0, 1) + 4);
}

TEST_CASE("registers of a section are allocated while a warp holds it") {
  TurnsBench bench;
  const Cycle last = bench.run(special_inside());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["registers.allocated_cycles"] ==
        kBase * (last - bench.start) + (kRegisters - kBase) * counters["regmutex.held_cycles"]);
}

TEST_CASE("a warp whose lanes end inside gives its section back") {
  TurnsBench bench;
  Script script;
  script.acquire_registers().special({kBase}, {}).exit();
  bench.run(script, 2, 1, 2);
  CHECK(bench.issued(1, 0) == bench.issued(0, 2) + 1);
  CHECK(bench.sm.counters()["regmutex.acquires"] == 2);
}

TEST_CASE("a warp that ends inside does so only when the registers of its section have been written and read") {
  TurnsBench bench;
  Script written, read;
  written.acquire_registers().special({kBase}, {}).exit().touches(kBase);
  bench.run(written, 2, 1, 2);
  CHECK(bench.issued(0, 2) == 1 + bench.special());
  CHECK(bench.issued(1, 0) == bench.issued(0, 2) + 1);
  // Four registers of one bank, read in four cycles.
  read.acquire_registers().alu({0}, {16, 20, 24, 28}).exit();
  for (std::uint16_t number = kBase; number < kRegisters; ++number) read.touches(number);
  bench.run(read);
  CHECK(bench.issued(0, 2) == bench.issued(0, 1) + 4);
}

TEST_CASE("lanes apart share their warp's section until the last has released it") {
  constexpr LaneMask kHalf = 0x0000ffff;
  TurnsBench bench;
  Script script;
  script.acquire_registers().lanes(kHalf).release_registers(kBase, kRegisters).lanes(kHalf);
  script.acquire_registers().lanes(~kHalf).special({kBase}, {}).lanes(~kHalf);
  script.release_registers(kBase, kRegisters).lanes(~kHalf).exit();
  bench.run(script, 2, 1, 2);
  CHECK(bench.issued(1, 0) == bench.issued(0, 1) + 1);
  CHECK(bench.sm.counters()["regmutex.acquires"] == 4);
  Script nested;
  nested.acquire_registers().lanes(kHalf).acquire_registers().lanes(~kHalf);
  nested.release_registers(kBase, kRegisters).lanes(kHalf).special({0}, {});
  nested.release_registers(kBase, kRegisters).lanes(~kHalf).exit();
  bench.run(nested, 2, 1, 2);
  CHECK(bench.issued(1, 0) == bench.issued(0, 4) + 1);
}
