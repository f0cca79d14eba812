#include <catch2/catch.hpp>
#include <functional>

#include "report/invariants.h"
#include "report/made_up_run.h"

using namespace unibank;

TEST_CASE("a run that adds up breaks no law") { CHECK(broken_invariants(made_up_run()).empty()); }

TEST_CASE("a broken law is named with both sides") {
  RunResult run = made_up_run();
  ++run.sm.stalls[static_cast<unsigned>(Stall::kDrain)];
  const auto broken = broken_invariants(run);
  REQUIRE(broken.size() == 1);
  CHECK(broken[0] == "issued slots + stalls = 1001, but cycles x issue slots x SMs = 1000");
}

TEST_CASE("every law is looked at") {
  const std::function<void(RunResult&)> faults[] = {
      [](RunResult& run) { run.launches[0].warp_instructions += 1; },
      [](RunResult& run) { run.sm.thread_instructions = 3201; },
      [](RunResult& run) { run.launches[1].cycles += 1; },
      [](RunResult& run) { run.sm.blocks += 1; },
      [](RunResult& run) { run.sm.bank_histogram[4] += 1; },
      [](RunResult& run) { run.sm.conflict_histogram[4] += 1; },
      [](RunResult& run) { run.sm.spill_loads = 3; },
      [](RunResult& run) { run.sm.spill_stores = 4; },
      [](RunResult& run) { run.sm.cache_hits = 41; },
      [](RunResult& run) { run.sm.cache_load_hits = 26; },
      [](RunResult& run) { run.sm.cache_load_accesses = 41; },
      [](RunResult& run) { run.sm.cache_dirty_hits = 19; },
      [](RunResult& run) { run.sm.cache_store_evictions = 4; },
      [](RunResult& run) { run.sm.cache_dirtied = 2; },
      [](RunResult& run) { run.sm.cache_flushed = 4; },
      [](RunResult& run) { run.sm.mshr_merges = 0; },
      [](RunResult& run) { run.sm.tag_fills = 10; },
      [](RunResult& run) { run.dram.reads = 8; run.dram.read_bytes = 1024; },
      [](RunResult& run) { run.dram.read_bytes = 1153; },
      [](RunResult& run) { run.dram.read_bytes = 287; },
      [](RunResult& run) { run.dram.write_bytes = 1921; },
      [](RunResult& run) { run.sm.bank_reads += 1; },
      [](RunResult& run) { run.sm.bank_writes += 1; },
      [](RunResult& run) { run.partition.idle_bytes -= 1; },
      [](RunResult& run) { run.sm.lrf_reads += 1; },
      [](RunResult& run) { run.sm.orf_reads += 1; },
      [](RunResult& run) { run.sm.flat_reads += 1; },
      [](RunResult& run) { run.sm.flat_writes = 136; },
      [](RunResult& run) { run.sm.flat_writes = 79; },
      [](RunResult& run) { run.sms = 2; },
      [](RunResult& run) { run.issue_slots = 2; },
  };
  unsigned number = 0;
  for (const auto& fault : faults) {
    RunResult run = made_up_run();
    fault(run);
    INFO("fault " << number++);
    CHECK_FALSE(broken_invariants(run).empty());
  }
}

TEST_CASE("a functional run is judged by its instructions alone") {
  RunResult run = made_up_run();
  run.functional = true;
  run.cycles = 0;
  run.sm.bank_reads = 0;
  CHECK(broken_invariants(run).empty());
  run.launches[0].warp_instructions = 1;
  CHECK(broken_invariants(run).size() == 1);
}
