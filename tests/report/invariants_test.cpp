#include <catch2/catch.hpp>
#include <functional>

#include "report/invariants.h"
#include "report/made_up_run.h"

using namespace unibank;

TEST_CASE("a consistent run breaks no law") { CHECK(broken_invariants(made_up_run()).empty()); }

TEST_CASE("a consistent run on two SMs with an L2 cache breaks no law") {
  CHECK(broken_invariants(made_up_l2_run()).empty());
}

TEST_CASE("every law of the L2 cache and the interconnect is checked") {
  const std::function<void(RunResult&)> faults[] = {
      [](RunResult& run) { run.counters.at("l2.reads") += 1; },
      [](RunResult& run) { run.counters.at("l2.read_hits") += 1; },
      [](RunResult& run) { run.counters.at("l2.merges") += 1; },
      [](RunResult& run) { run.counters.at("l2.write_hits") = 21; },
      [](RunResult& run) { run.counters.at("l2.writes") += 1; },
      [](RunResult& run) { run.counters.at("l2.fill_bytes") += 32; },
      [](RunResult& run) { run.counters.at("l2.write_backs") += 1; },
      [](RunResult& run) { run.counters.at("l2.write_back_bytes") += 32; },
      [](RunResult& run) { run.counters.at("l2.read_bytes") = 1385; },
      [](RunResult& run) { run.counters.at("l2.write_bytes") = 1513; },
      [](RunResult& run) { run.counters.at("dram.reads") += 1; },
      [](RunResult& run) { run.counters.at("dram.writes") -= 1; },
      [](RunResult& run) { run.counters.at("dram.row_hits") += 1; },
      [](RunResult& run) { run.counters.at("dram.row_misses") += 1; },
      [](RunResult& run) { run.counters.at("dram.row_conflicts") += 1; },
      [](RunResult& run) { run.counters.at("interconnect.answers") -= 1; },
      [](RunResult& run) { run.counters.at("interconnect.requests") = run.counters.at("interconnect.answers") = 30; },
      [](RunResult& run) { run.counters.at("mshr.allocations") += 1; },
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
  set(run.counters, "interconnect.",
      {{"requests", 24}, {"answers", 24}, {"request_bytes", 672}, {"answer_bytes", 1344}});  // 9 reads, 15 writes
  CHECK(broken_invariants(run).empty());
  run.counters.at("interconnect.requests") = run.counters.at("interconnect.answers") = 25;
  CHECK(broken_invariants(run) ==
        std::vector<std::string>{"interconnect requests = 25, but MSHR allocations + read-only lines + writes = 24"});
  run.counters.at("read_only.reads") = run.counters.at("texture_cache.misses") = 1;
  CHECK_FALSE(broken_invariants(run).empty());  // nor do they come from DRAM
  ++run.counters.at("dram.reads");
  run.counters.at("dram.read_bytes") += 64;
  run.counters.at("interconnect.answer_bytes") += 64;
  CHECK(broken_invariants(run).empty());
}

TEST_CASE("bytes of heads are the same in both directions of an interconnect without atomics") {
  RunResult run = made_up_l2_run();
  run.counters.at("interconnect.answer_bytes") += 32;
  CHECK(broken_invariants(run) ==
        std::vector<std::string>{"interconnect bytes of requests + bytes read = 2664, but interconnect bytes of "
                                 "answers + bytes written = 2696"});
  set(run.counters, "atomic_unit.", {{"requests", 1}, {"turns", 1}});
  CHECK(broken_invariants(run).empty());  // the results of atomics
}

TEST_CASE("the read-only caches read a line for each miss that is not merged") {
  for (const char* const cache : {"constant_cache.", "texture_cache.", "instruction_cache."}) {
    INFO(cache);
    RunResult run = made_up_l2_run();
    set(run.counters, cache, {{"misses", 3}, {"merges", 3}});
    CHECK(broken_invariants(run).empty());
    run.counters.at(std::string(cache) + "misses") = 4;
    CHECK(broken_invariants(run).size() == 1);
    run.counters.at(std::string(cache) + "misses") = 2;
    CHECK_FALSE(broken_invariants(run).empty());
  }
}

TEST_CASE("the reads of atomics come from the L2 cache in addition to those of the MSHRs") {
  RunResult run = made_up_l2_run();
  set(run.counters, "atomic_unit.", {{"requests", 3}, {"turns", 5}, {"reads", 2}});
  CHECK_FALSE(broken_invariants(run).empty());
  run.counters.at("l2.reads") += 2;
  run.counters.at("l2.read_hits") += 2;
  CHECK(broken_invariants(run).empty());
  run.counters.at("l2.read_bytes") += 2 * 128 - 32;  // which go only as far as the unit
  CHECK(broken_invariants(run).empty());
  for (const auto& [counter, value] : {Named{"atomic_unit.turns", 2}, Named{"atomic_unit.requests", 1}}) {
    RunResult wrong = run;
    wrong.counters.at(counter) = value;
    INFO(counter);
    CHECK(broken_invariants(wrong).size() == 1);
  }
}

TEST_CASE("a broken law is named with both sides") {
  RunResult run = made_up_run();
  ++run.counters.at("stalls.drain");
  const auto broken = broken_invariants(run);
  REQUIRE(broken.size() == 1);
  CHECK(broken[0] == "issued slots + stalls = 1001, but cycles x issue slots x SMs = 1000");
}

TEST_CASE("launches that overlap share cycles, and none is longer than the run") {
  RunResult run = made_up_run();
  run.cycles -= 1;
  run.counters.at("stalls.drain") -= run.issue_slots * run.sms;
  REQUIRE(broken_invariants(run).size() == 1);
  run.launches_overlap = true;
  CHECK(broken_invariants(run).empty());
  run.longest.cycles = run.cycles + 1;
  REQUIRE(broken_invariants(run).size() == 1);
  CHECK_THAT(broken_invariants(run)[0], Catch::StartsWith("cycles of the longest launch = "));
}

TEST_CASE("each of these faults breaks a law") {
  const std::function<void(RunResult&)> faults[] = {
      [](RunResult& run) { run.launches[0].warp_instructions += 1; },
      [](RunResult& run) {
        run.counters.at("issued_slots") += 1;
        run.counters.at("stalls.drain") -= 1;
      },
      [](RunResult& run) { run.counters.at("thread_instructions") = 3201; },
      [](RunResult& run) { run.launches[1].cycles += 1; },
      [](RunResult& run) { run.counters.at("blocks") += 1; },
      [](RunResult& run) { run.counters.at("conflicts.bank.more") += 1; },
      [](RunResult& run) { run.counters.at("conflicts.more") += 1; },
      [](RunResult& run) { run.counters.at("memory.spill_loads") = 2 + 10 + 1; },
      [](RunResult& run) { run.counters.at("memory.spill_stores") = 3 + 6 + 1; },
      [](RunResult& run) { run.counters.at("cache.hits") = 41; },
      [](RunResult& run) { run.counters.at("cache.load_hits") = 26; },
      [](RunResult& run) { run.counters.at("cache.load_accesses") = 41; },
      [](RunResult& run) { run.counters.at("cache.local_hits") = 12; },
      [](RunResult& run) { run.counters.at("cache.local_accesses") = 41; },
      [](RunResult& run) { run.counters.at("cache.sector_misses") = 11; },
      [](RunResult& run) { run.counters.at("cache.dirty_hits") = 19; },
      [](RunResult& run) { run.counters.at("cache.store_evictions") = 4; },
      [](RunResult& run) { run.counters.at("cache.dirtied") = 2; },
      [](RunResult& run) { run.counters.at("cache.store_allocations") = 4; },
      [](RunResult& run) { run.counters.at("cache.flushed") = 4; },
      [](RunResult& run) { run.counters.at("mshr.merges") = 0; },
      [](RunResult& run) { run.counters.at("tag_fills") = 10; },
      [](RunResult& run) { run.counters.at("mshr.reads") = 8; },
      [](RunResult& run) { run.counters.at("mshr.writes") = 14; },
      [](RunResult& run) { run.counters.at("tag_array.hits") = 221; },
      [](RunResult& run) { run.counters.at("tag_array.evictions") = 27; },
      [](RunResult& run) { run.counters.at("registers.fetches") = 32; },
      [](RunResult& run) { run.counters.at("registers.spills") = 6; },
      [](RunResult& run) { run.counters.at("lines.cache_by_register") = 28; },
      [](RunResult& run) { run.counters.at("lines.cache_by_cache") = 11; },
      [](RunResult& run) { run.counters.at("lines.cache_cycles") = 362001; },
      [](RunResult& run) { run.counters.at("lines.register_cycles") = 212001; },
      [](RunResult& run) { run.counters.at("conflicts.tag_bank_waits") = 16; },
      [](RunResult& run) { run.counters.at("sharing.releases") = 4; },
      [](RunResult& run) { run.counters.at("sharing.hand_overs") = 4; },
      [](RunResult& run) { run.counters.at("sharing.shared_blocks") = 4; },
      [](RunResult& run) { run.counters.at("sharing.cycles_after") = 981; },
      [](RunResult& run) {
        run.counters.at("dram.reads") = 8;
        run.counters.at("dram.read_bytes") = 1024;
      },
      [](RunResult& run) { run.counters.at("dram.read_bytes") = 1153; },
      [](RunResult& run) { run.counters.at("dram.read_bytes") = 287; },
      [](RunResult& run) { run.counters.at("dram.write_bytes") = 1921; },
      [](RunResult& run) { run.counters.at("dram.write_bytes") = 14; },
      [](RunResult& run) { run.counters.at("banks.reads") += 1; },
      [](RunResult& run) { run.counters.at("banks.writes") += 1; },
      [](RunResult& run) { run.partition.idle_bytes -= 1; },
      [](RunResult& run) { run.counters.at("registers.lrf_reads") += 1; },
      [](RunResult& run) { run.counters.at("registers.orf_reads") += 1; },
      [](RunResult& run) { run.counters.at("registers.flat_reads") += 1; },
      [](RunResult& run) { run.counters.at("registers.flat_writes") = 136; },
      [](RunResult& run) { run.counters.at("registers.flat_writes") = 79; },
      [](RunResult& run) { run.counters.at("registers.live_cycles") = 72001; },
      [](RunResult& run) { run.counters.at("registers.allocated_cycles") = 96001; },
      [](RunResult& run) { run.counters.at("reuse.register_distance_more") = 17; },
      [](RunResult& run) { run.counters.at("reuse.values_read_more") = 17; },
      [](RunResult& run) {  // as many values as may be, but 150 reads of them
        run.counters.at("reuse.values_read_0") = 0;
        run.counters.at("reuse.values_read_more") = 27;
      },
      [](RunResult& run) {
        run.counters.at("reuse.line_distance_more") = 0;
        run.counters.at("reuse.lines_accessed_more") = 24;
      },
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

TEST_CASE("a functional run is checked by its instructions only") {
  RunResult run = made_up_run();
  run.functional = true;
  run.cycles = 0;
  run.counters.at("banks.reads") = 0;
  CHECK(broken_invariants(run).empty());
  run.launches[0].warp_instructions = 1;
  CHECK(broken_invariants(run).size() == 1);
}

TEST_CASE("a block between MSHR and memory may absorb requests") {
  RunResult run = made_up_run();
  run.counters.at("mshr.allocations") += 5;
  run.counters.at("mshr.reads") += 5;
  CHECK(broken_invariants(run).size() == 1);
  run.miss_path = true;
  CHECK(broken_invariants(run).empty());
}
