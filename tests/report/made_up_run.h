// A small run that obeys every conservation law, made up so that each counter has a value of its own.
#pragma once

#include "report/run_result.h"

namespace unibank {

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
  run.resident_blocks = 2;
  run.resident_threads = 64;
  run.default_blocks = 1;
  run.sharing_pairs = 1;
  run.partition = {4608, 17425, 65536, 305647, 393216, 128, "grid"};
  run.sm.warp_instructions = 100;
  run.sm.thread_instructions = 2500;
  run.sm.issued_slots = 100;
  run.sm.stalls = {20, 0, 10, 5, 15, 200, 500, 50, 60, 40};
  run.sm.blocks = 3;
  run.sm.warps = 4;
  run.sm.barriers = 7;
  run.sm.operand_reads = 150;
  run.sm.operand_writes = 80;
  run.sm.register_row_reads = 1200;
  run.sm.register_row_writes = 640;
  run.sm.lrf_reads = 60;
  run.sm.lrf_writes = 30;
  run.sm.orf_reads = 70;
  run.sm.orf_writes = 25;
  run.sm.flat_reads = 280;
  run.sm.flat_writes = 110;
  run.sm.register_capacity_cycles = 96000;
  run.sm.register_allocated_cycles = 72000;
  run.sm.register_live_cycles = 31200;
  run.sm.register_reuse_10 = 65;
  run.sm.register_reuse_100 = 45;
  run.sm.register_reuse_1000 = 24;
  run.sm.register_reuse_more = 14;
  run.sm.line_reuse_10 = 40;
  run.sm.line_reuse_100 = 90;
  run.sm.line_reuse_1000 = 50;
  run.sm.line_reuse_more = 70;
  run.sm.values_read_0 = 16;
  run.sm.values_read_1 = 27;
  run.sm.values_read_2 = 21;
  run.sm.values_read_more = 15;
  run.sm.lines_accessed_1 = 3;
  run.sm.lines_accessed_2 = 2;
  run.sm.lines_accessed_3 = 1;
  run.sm.lines_accessed_10 = 6;
  run.sm.lines_accessed_more = 8;
  run.sm.scratchpad_loads = 10;
  run.sm.scratchpad_stores = 6;
  run.sm.scratchpad_row_reads = 320;
  run.sm.scratchpad_row_writes = 192;
  run.sm.uninitialised_scratchpad_reads = 13;
  run.sm.inactive_shuffle_reads = 9;
  run.sm.gate_refusals = 22;
  run.sm.gate_locks_taken = 2;
  run.sm.gate_hand_overs = 1;
  run.sm.gate_releases = 2;
  run.sm.gate_shared_blocks = 3;
  run.sm.gate_cycles_before = 340;
  run.sm.gate_cycles_waiting = 170;
  run.sm.gate_cycles_inside = 510;
  run.sm.gate_cycles_after = 680;
  run.sm.global_loads = 8;
  run.sm.global_stores = 4;
  run.sm.atomics = 1;
  run.sm.local_loads = 2;
  run.sm.local_stores = 3;
  run.sm.out_of_bounds_reads = 21;
  run.sm.out_of_bounds_writes = 5;
  run.sm.spill_loads = 1;
  run.sm.spill_stores = 2;
  run.sm.cache_accesses = 40;
  run.sm.cache_hits = 18;
  run.sm.cache_load_accesses = 25;
  run.sm.cache_load_hits = 15;
  run.sm.cache_local_accesses = 11;
  run.sm.cache_local_hits = 10;
  run.sm.cache_dirty_hits = 14;
  run.sm.cache_store_evictions = 1;
  run.sm.cache_store_allocations = 2;
  run.sm.cache_bypasses = 4;
  run.sm.cache_dirtied = 3;
  run.sm.cache_write_backs = 3;
  run.sm.cache_flushed = 2;
  run.sm.tag_lookups = 41;
  run.sm.tag_fills = 9;
  run.sm.cache_row_reads = 480;
  run.sm.cache_row_writes = 288;
  run.sm.mshr_allocations = 9;
  run.sm.mshr_merges = 1;
  run.sm.mshr_full_stalls = 11;
  run.sm.constant_accesses = 12;
  run.sm.texture_accesses = 6;
  run.sm.bank_histogram = {85, 8, 4, 2, 1};
  run.sm.conflict_histogram = {80, 10, 5, 3, 2};
  run.sm.conflict_penalty_cycles = 20;
  run.sm.bank_reads = 2000;
  run.sm.bank_writes = 1120;
  run.sm.arbitration_waits = 23;
  run.sm.tag_bank_waits = 14;
  run.sm.register_bank_waits = 8;
  run.sm.register_hits = 190;
  run.sm.register_misses = 31;
  run.sm.register_spills = 3;
  run.sm.register_fetches = 5;
  run.sm.cache_by_cache = 7;
  run.sm.cache_by_register = 16;
  run.sm.register_by_cache = 1;
  run.sm.register_by_register = 4;
  run.sm.line_capacity_cycles = 512000;
  run.sm.cache_line_cycles = 300000;
  run.sm.register_line_cycles = 150000;
  run.dram = {9, 15, 1152, 480, 204};
  run.energy = {{"register_file", 19312}, {"dram", 522240.5}, {"total", 541552.5}};
  run.effective_design = "name = \"x\"\n";
  return run;
}

// The same on two SMs with an L2 cache: 9 line requests and 20 writes come to it, and what it sends on reaches DRAM.
inline RunResult made_up_l2_run() {
  RunResult run = made_up_run();
  run.sms = 2;
  run.sm.stalls[static_cast<unsigned>(Stall::kNoWarp)] += 1000;
  run.interconnect = {29, 29, 1512, 1384, 31, 17};
  run.l2 = {9, 3, 20, 5, 1, 5, 640, 4, 224, 23, 1152, 1280};
  run.dram = {5, 4, 640, 224, 108, 4, 2, 3};  // of banks and rows
  return run;
}

}  // namespace unibank
