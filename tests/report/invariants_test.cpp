#include <catch2/catch.hpp>
#include <functional>

#include "report/invariants.h"
#include "report/made_up_run.h"

using namespace unibank;

TEST_CASE("a run that adds up breaks no law") { CHECK(broken_invariants(made_up_run()).empty()); }

TEST_CASE("a run on two SMs with an L2 cache that adds up breaks no law") {
  CHECK(broken_invariants(made_up_l2_run()).empty());
}

TEST_CASE("every law of the L2 cache and the interconnect is looked at") {
  const std::function<void(RunResult&)> faults[] = {
      [](RunResult& run) { run.l2.reads += 1; },
      [](RunResult& run) { run.l2.read_hits += 1; },
      [](RunResult& run) { run.l2.merges += 1; },
      [](RunResult& run) { run.l2.write_hits = 21; },
      [](RunResult& run) { run.l2.writes += 1; },
      [](RunResult& run) { run.l2.fill_bytes += 32; },
      [](RunResult& run) { run.l2.write_backs += 1; },
      [](RunResult& run) { run.l2.write_back_bytes += 32; },
      [](RunResult& run) { run.l2.read_bytes = 1385; },
      [](RunResult& run) { run.l2.write_bytes = 1513; },
      [](RunResult& run) { run.dram.reads += 1; },
      [](RunResult& run) { run.dram.writes -= 1; },
      [](RunResult& run) { run.dram.row_hits += 1; },
      [](RunResult& run) { run.dram.row_misses += 1; },
      [](RunResult& run) { run.dram.row_conflicts += 1; },
      [](RunResult& run) { run.interconnect.answers -= 1; },
      [](RunResult& run) { run.interconnect.requests = run.interconnect.answers = 30; },
      [](RunResult& run) { run.sm.mshr_allocations += 1; },
  };
  unsigned number = 0;
  for (const auto& fault : faults) {
    RunResult run = made_up_l2_run();
    fault(run);
    INFO("fault " << number++);
    CHECK_FALSE(broken_invariants(run).empty());
  }
}

TEST_CASE("an interconnect without an L2 cache carries what DRAM reads and writes") {
  RunResult run = made_up_run();
  run.interconnect = {24, 24, 672, 1344, 0, 0};  // 9 reads, 15 writes
  CHECK(broken_invariants(run).empty());
  run.interconnect.requests = run.interconnect.answers = 25;
  CHECK(broken_invariants(run) == std::vector<std::string>{
                                      "interconnect requests = 25, but MSHR allocations + writes = 24"});
}

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
      [](RunResult& run) { run.sm.spill_loads = 2 + 10 + 1; },
      [](RunResult& run) { run.sm.spill_stores = 3 + 6 + 1; },
      [](RunResult& run) { run.sm.cache_hits = 41; },
      [](RunResult& run) { run.sm.cache_load_hits = 26; },
      [](RunResult& run) { run.sm.cache_load_accesses = 41; },
      [](RunResult& run) { run.sm.cache_local_hits = 12; },
      [](RunResult& run) { run.sm.cache_local_accesses = 41; },
      [](RunResult& run) { run.sm.cache_dirty_hits = 19; },
      [](RunResult& run) { run.sm.cache_store_evictions = 4; },
      [](RunResult& run) { run.sm.cache_dirtied = 2; },
      [](RunResult& run) { run.sm.cache_store_allocations = 4; },
      [](RunResult& run) { run.sm.cache_flushed = 4; },
      [](RunResult& run) { run.sm.mshr_merges = 0; },
      [](RunResult& run) { run.sm.tag_fills = 10; },
      [](RunResult& run) { run.sm.register_fetches = 32; },
      [](RunResult& run) { run.sm.register_spills = 6; },
      [](RunResult& run) { run.sm.cache_by_register = 28; },
      [](RunResult& run) { run.sm.cache_by_cache = 11; },
      [](RunResult& run) { run.sm.cache_line_cycles = 362001; },
      [](RunResult& run) { run.sm.register_line_cycles = 212001; },
      [](RunResult& run) { run.sm.tag_bank_waits = 16; },
      [](RunResult& run) { run.sm.gate_releases = 4; },
      [](RunResult& run) { run.sm.gate_hand_overs = 4; },
      [](RunResult& run) { run.sm.gate_shared_blocks = 4; },
      [](RunResult& run) { run.sm.gate_cycles_after = 981; },
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
      [](RunResult& run) { run.sm.register_live_cycles = 72001; },
      [](RunResult& run) { run.sm.register_allocated_cycles = 96001; },
      [](RunResult& run) { run.sm.register_reuse_more = 17; },
      [](RunResult& run) { run.sm.values_read_more = 17; },
      [](RunResult& run) { run.sm.line_reuse_more = 0; run.sm.lines_accessed_more = 24; },
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
