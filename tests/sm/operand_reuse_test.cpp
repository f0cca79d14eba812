// Operands taken from the reuse cache: what stays there, for how long, and what it saves. Then the places and the
// address unit that a scheduler's memory instructions have.
#include <catch2/catch.hpp>

#include "sm/measures.h"
#include "support/addresses.h"
#include "support/forked.h"
#include "support/late_blocks.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// Registers 0, 4 and 8 are in one of four banks, so reading them takes three cycles.
Design reusing(bool reuse = true) {
  Design design = bench_design();
  design.conflicts.model = ConflictModel::kArbitrated;
  design.register_store = {"sub-cores", {}};
  design.sm.operand_reuse = reuse;
  return design;
}

// Runs `between`, which begins with first(), and then an instruction with the sources `second`, of which `reused` are
// found in the reuse cache.
void check_reused(const Script& between, const std::vector<std::uint16_t>& second, unsigned reused) {
  SmBench bench(reusing());
  Script script = between;
  bench.run(script.alu({3}, second).exit());
  CHECK(bench.sm.counters()["registers.reused"] == reused);
}

Script first() { return Script().alu({1}, {0, 4, 8}).alu({2}, {1}); }

// Instructions of one scheduler, one after the other, that access other words.
Script loads_of_words(Space space, unsigned count) {
  Script script;
  for (unsigned number = 1; number <= count; ++number)
    script.load(space, {static_cast<std::uint16_t>(number)}, {}, at(4 * number));
  return script;
}

}  // namespace

TEST_CASE("without a reuse cache three sources in one bank cost two cycles each time") {
  SmBench bench(reusing(false));
  bench.run(first().alu({3}, {0, 4, 8}).alu({5}, {3}).exit());
  CHECK(wait(bench, 0, 1) == kAlu + 2);
  CHECK(wait(bench, 2, 3) == kAlu + 2);
  CHECK(bench.sm.counters()["registers.reused"] == 0);
}

TEST_CASE("sources that stay beside their bank cost nothing and no access of a bank") {
  SmBench bench(reusing());
  bench.run(first().alu({3}, {0, 4, 8}).alu({5}, {3}).exit());
  CHECK(wait(bench, 0, 1) == kAlu + 2);
  CHECK(wait(bench, 2, 3) == kAlu);
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["registers.reused"] == 3);
  CHECK(counters["registers.operand_reads"] == 3 + 1 + 3 + 1);
  CHECK(counters["registers.row_reads"] == (3 + 1 + 1) * kClusters);
}

TEST_CASE("a source stays for its operand only") { check_reused(first(), {4, 0, 8}, 1); }

TEST_CASE("the next read of the same bank and operand takes the place") {
  check_reused(first().alu({6}, {12}), {0, 4, 8}, 2);
}

TEST_CASE("a read of another bank leaves the place alone") { check_reused(first().alu({6}, {13}), {0, 4, 8}, 3); }

TEST_CASE("a register that gets another value is read again") {
  check_reused(first().alu({4}, {2}).alu({6}, {4}), {0, 4, 8}, 1);  // register 4 as the first operand takes 0's place
}

TEST_CASE("another warp's read of the same bank and operand takes the place") {
  SmBench bench(reusing());
  bench.run(Script().alu({1}, {0}).alu({2}, {0}).exit(), 1, 2);  // the warps take turns
  CHECK(bench.sm.counters()["registers.reused"] == 0);
}

TEST_CASE("a warp of another block in the same place does not find the registers of the one before") {
  SmBench bench(reusing());
  bench.run(Script().alu({1}, {0}).exit(), 2, 1, 1);
  CHECK(bench.sm.counters()["registers.reused"] == 0);
}

TEST_CASE("lanes that have not been read are read from the bank") {
  SmBench bench(reusing());
  bench.run(Script().alu({1}, {0}).lanes(0xf).alu({2}, {0}).alu({3}, {0}).lanes(0xf0).exit());
  CHECK(bench.sm.counters()["registers.reused"] == 1);  // the last one
}

// Registers 0 and 4 are read for one operand, six cycles apart, and answered ten cycles late. The second takes the
// place when it is granted, but is there only when the bank has answered it, not the first.
TEST_CASE("a source of a late bank is taken from the reuse cache after its own answer") {
  for (const unsigned between : {2u, 8u, 14u}) {
    const std::string reused = forked([between] {
      LateChoice banks;
      banks.bank = true;
      LateOptions slow;
      slow.extra = 10;
      SmBench bench(reusing(), late_blocks(banks, slow));
      Script script = Script().alu({8}, {0});
      for (unsigned filler = 0; filler < 5; ++filler) script.alu({}, {});
      script.alu({9}, {4});
      for (unsigned filler = 0; filler < between; ++filler) script.alu({}, {});
      bench.run(script.alu({10}, {4}).exit());
      return std::to_string(bench.sm.counters()["registers.reused"]);
    });
    INFO(between);
    CHECK(reused == (between == 14 ? "1" : "0"));
  }
}

TEST_CASE("a memory instruction waits for a place of its scheduler, in either half") {
  for (const Space second : {Space::kScratchpad, Space::kGlobal}) {
    const std::string found = forked([second] {
      Design design = bench_design();
      design.sm.scheduler_memory_queue = 1;
      SmBench bench(design);
      bench.run(loads_of_words(Space::kScratchpad, 1).load(second, {2}, {}, at(4096)).exit());
      return std::to_string(wait(bench, 0, 1)) + " " +
             std::to_string(bench.sm.counters()["stalls.memory_unit_full"]);
    });
    CHECK(found == "2 1");  // sent in the cycle after issue, free in the next
  }
}

TEST_CASE("places of one scheduler are not another's") {
  Design design = bench_design();
  design.sm.schedulers = 2;
  design.sm.scheduler_memory_queue = 1;
  SmBench bench(design);
  bench.run(loads_of_words(Space::kGlobal, 1).exit(), 1, 2);
  CHECK(bench.issued(1, 0) == bench.issued(0, 0));
}

TEST_CASE("a scheduler computes addresses of one memory instruction after the other") {
  for (const unsigned interval : {0u, 1u, 4u}) {
    const std::string waits = forked([interval] {
      Design design = bench_design();
      design.sm.memory_queue = 16;
      design.sm.address_interval = interval;
      SmBench bench(design);
      bench.run(loads_of_words(Space::kScratchpad, 3).alu({4}, {}).exit());
      return std::to_string(wait(bench, 0, 1)) + " " + std::to_string(wait(bench, 1, 2)) + " " +
             std::to_string(wait(bench, 2, 3));
    });
    const std::string one = std::to_string(std::max(1u, interval));
    CHECK(waits == one + " " + one + " 1");  // arithmetic does not wait
  }
}
