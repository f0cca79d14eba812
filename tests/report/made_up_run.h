// A small invented run that obeys every conservation law.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>

#include "report/run_result.h"

namespace unibank {

using Named = std::pair<const char*, std::uint64_t>;

// Sets counters as a machine's blocks would. No machine is linked into this program: it has no other counters.
inline void set(CounterValues& all, const std::string& group, std::initializer_list<Named> counters) {
  for (const auto& [name, value] : counters) all.at(group + name) = value;
}

inline RunResult made_up_run() {
  RunResult run;
  run.workload = "needle";
  run.size = "tiny";
  run.design = "gebhart2012/partitioned";
  run.arguments = {{"n", "64"}, {"mode", "fast"}};
  run.verified = true;
  run.verification = "4225 cells equal";
  run.warnings = {"13 reads of scratchpad"};
  run.cycles = 1000;
  run.launches = {{"forward", 2, 600, 60, 2, 64, 18, 8712.5}, {"back", 1, 400, 40, 1, 32, 16, 128}};
  run.longest = run.launches[0];
  run.registers_per_thread = 18;
  run.compiled_registers_per_thread = 22;
  run.thread_limit = 256;
  run.scratchpad_bytes_per_block = 8712.5;
  run.scratchpad_bytes_per_thread = 272.25;
  run.resident_blocks = 2;
  run.resident_threads = 64;
  run.default_blocks = 1;
  run.sharing_pairs = 1;
  run.partition = {4608, 17425, 65536, 305647, 393216, 128, "grid"};
  CounterValues& all = run.counters;
  set(all, "",
      {{"warp_instructions", 100}, {"thread_instructions", 2500}, {"issued_slots", 100}, {"blocks", 3},
       {"warps", 4}, {"barriers", 7}, {"tag_lookups", 41}, {"tag_fills", 9}, {"constant_accesses", 12},
       {"texture_accesses", 6}});
  set(all, "victims.", {{"hits", 0}});
  set(all, "registers.",
      {{"operand_reads", 150}, {"operand_writes", 80}, {"row_reads", 1200}, {"row_writes", 640}, {"lrf_reads", 60},
       {"lrf_writes", 30}, {"orf_reads", 70}, {"orf_writes", 25}, {"flat_reads", 280}, {"flat_writes", 110},
       {"capacity_cycles", 96000}, {"allocated_cycles", 72000}, {"live_cycles", 31200}, {"hits", 190},
       {"misses", 31}, {"spills", 3}, {"fetches", 5}});
  set(all, "reuse.",
      {{"register_distance_10", 65}, {"register_distance_100", 45}, {"register_distance_1000", 24},
       {"register_distance_more", 14}, {"line_distance_10", 40}, {"line_distance_100", 90},
       {"line_distance_1000", 50}, {"line_distance_more", 70}, {"values_read_0", 16}, {"values_read_1", 27},
       {"values_read_2", 21}, {"values_read_more", 15}, {"lines_accessed_1", 3}, {"lines_accessed_2", 2},
       {"lines_accessed_3", 1}, {"lines_accessed_10", 6}, {"lines_accessed_more", 8}});
  set(all, "scratchpad.",
      {{"loads", 10}, {"stores", 6}, {"row_reads", 320}, {"row_writes", 192}, {"uninitialised_reads", 13}});
  set(all, "shuffles.",
      {{"inactive_reads", 9}});
  set(all, "sharing.",
      {{"refusals", 22}, {"locks_taken", 2}, {"hand_overs", 1}, {"releases", 2}, {"shared_blocks", 3},
       {"cycles_before", 340}, {"cycles_waiting", 170}, {"cycles_inside", 510}, {"cycles_after", 680}});
  set(all, "memory.",
      {{"global_loads", 8}, {"global_stores", 4}, {"atomics", 1}, {"local_loads", 2}, {"local_stores", 3},
       {"out_of_bounds_reads", 21}, {"out_of_bounds_writes", 5}, {"spill_loads", 1}, {"spill_stores", 2}});
  set(all, "cache.",
      {{"accesses", 40}, {"hits", 18}, {"load_accesses", 25}, {"load_hits", 15}, {"local_accesses", 11},
       {"local_hits", 10}, {"dirty_hits", 14}, {"store_evictions", 1}, {"store_allocations", 2},
       {"sector_misses", 5}, {"bypasses", 4}, {"dirtied", 3}, {"write_backs", 3}, {"flushed", 2},
        {"row_reads", 480}, {"row_writes", 288}});
  set(all, "mshr.",
      {{"allocations", 9}, {"merges", 1}, {"full_stalls", 11}, {"reads", 9}, {"writes", 15}});
  set(all, "conflicts.",
      {{"penalty_cycles", 20}, {"arbitration_waits", 23}, {"tag_bank_waits", 14}, {"register_bank_waits", 8},
       {"1", 80}, {"2", 10}, {"3", 5}, {"4", 3}, {"more", 2}});
  set(all, "banks.",
      {{"reads", 2000}, {"writes", 1120}, {"violations", 0}});
  set(all, "lines.",
      {{"cache_by_cache", 7}, {"cache_by_register", 16}, {"register_by_cache", 1}, {"register_by_register", 4},
       {"capacity_cycles", 512000}, {"cache_cycles", 300000}, {"register_cycles", 150000}});
  set(all, "conflicts.bank.",
      {{"1", 85}, {"2", 8}, {"3", 4}, {"4", 2}, {"more", 1}});
  set(all, "stalls.",
      {{"conflict_penalty", 20}, {"gate", 0}, {"memory_unit_full", 10}, {"operand_stage_full", 5},
       {"not_active", 15}, {"short_wait", 200}, {"long_wait", 500}, {"barrier", 50}, {"drain", 60}, {"no_warp", 40}});
  set(all, "dram.",
      {{"reads", 9}, {"writes", 15}, {"read_bytes", 1152}, {"write_bytes", 480}, {"busy_cycles", 204},
       {"row_hits", 0}, {"row_misses", 0}, {"row_conflicts", 0}});
  set(all, "read_only.",
      {{"reads", 0}});
  set(all, "interconnect.",
      {{"requests", 0}, {"answers", 0}, {"request_bytes", 0}, {"answer_bytes", 0}, {"request_waits", 0},
       {"answer_waits", 0}});
  set(all, "l2.",
      {{"reads", 0}, {"read_hits", 0}, {"writes", 0}, {"write_hits", 0}, {"merges", 0}, {"fills", 0},
       {"fill_bytes", 0}, {"write_backs", 0}, {"write_back_bytes", 0}, {"stalls", 0}, {"read_bytes", 0},
       {"write_bytes", 0}});
  set(all, "tag_array.",
      {{"lookups", 220}, {"hits", 155}, {"fills", 42}, {"evictions", 28}});
  set(all, "crossbar.",
      {{"transfers", 330}});
  run.energy = {{"register_file", 19312}, {"dram", 522240.5}, {"total", 541552.5}};
  run.effective_design = "name = \"x\"\n";
  return run;
}

// Declares these counters in every program that contains this file.
inline const RunResult kMadeUpRun = made_up_run();

// The same on two SMs with an L2 cache: 9 line requests and 20 writes reach it, and the requests that it sends on reach
// DRAM.
inline RunResult made_up_l2_run() {
  RunResult run = made_up_run();
  run.sms = 2;
  CounterValues& all = run.counters;
  all.at("stalls.no_warp") += 1000;
  all.at("mshr.writes") = 20;
  set(all, "interconnect.",
      {{"requests", 29}, {"answers", 29}, {"request_bytes", 1512}, {"answer_bytes", 1384}, {"request_waits", 31},
       {"answer_waits", 17}});
  set(all, "l2.",
      {{"reads", 9}, {"read_hits", 3}, {"writes", 20}, {"write_hits", 5}, {"merges", 1}, {"fills", 5},
       {"fill_bytes", 640}, {"write_backs", 4}, {"write_back_bytes", 224}, {"stalls", 23}, {"read_bytes", 1152},
       {"write_bytes", 1280}});
  set(all, "dram.",
      {{"reads", 5}, {"writes", 4}, {"read_bytes", 640}, {"write_bytes", 224}, {"busy_cycles", 108},
       {"row_hits", 4}, {"row_misses", 2}, {"row_conflicts", 3}});
  return run;
}

}  // namespace unibank
