// What one run measured. The blocks count, the Gpu collects, report and energy read; nobody else does.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/types.h"

namespace unibank {

// Why a scheduler slot issued nothing in a cycle. One cause a slot and cycle, the first of this list that applies.
enum class Stall : std::uint8_t {
  kConflictPenalty,   // per-instruction conflict model: the SM pays for the last instruction's conflicts
  kGate,              // a warp is ready, the scratchpad gate refuses it
  kMemoryUnitFull,    // a warp is ready, the load/store unit has no room (MSHR full included)
  kOperandStageFull,  // a warp is ready, no operand slot or execution unit is free
  kNotActive,         // a warp is ready but outside the scheduler's active set
  kShortWait,         // some warp waits for a unit of the SM, none is ready
  kLongWait,          // all waiting warps wait for memory (or barrier), at least one for memory
  kBarrier,           // all waiting warps wait at a barrier
  kDrain,             // warps have ended, their last accesses have not
  kNoWarp,            // no warp is resident
};
constexpr unsigned kStallCauses = 10;
const char* stall_name(Stall cause);  // "conflict_penalty", ...

struct SmCounters {
  std::uint64_t warp_instructions = 0, thread_instructions = 0;
  std::uint64_t issued_slots = 0;
  std::array<std::uint64_t, kStallCauses> stalls{};
  std::uint64_t blocks = 0, warps = 0, barriers = 0;
  // Registers, in 16-byte bank rows (8 a full warp register); "operands" in warp registers.
  std::uint64_t operand_reads = 0, operand_writes = 0;
  std::uint64_t register_row_reads = 0, register_row_writes = 0;
  // Levels above the main register file, in warp registers; and what a flat register file would have had. A value
  // written to two levels counts in each.
  std::uint64_t lrf_reads = 0, lrf_writes = 0, orf_reads = 0, orf_writes = 0;
  std::uint64_t flat_reads = 0, flat_writes = 0;
  // Warp registers x cycles (sm/register_life.h): that the register file holds, given to resident warps, and live.
  // Given less live are dynamic holes, capacity less given static ones.
  std::uint64_t register_capacity_cycles = 0, register_allocated_cycles = 0, register_live_cycles = 0;
  // Under run.reuse_statistics (sm/reuse_statistics.h): accesses of a register or a memory line by the cycles since the
  // one before, at most 10, 100, 1000 and more; values written to registers by how often they are read; lines by how
  // often a launch accesses them: once, twice, three times, 4 to 10 times, more.
  std::uint64_t register_reuse_10 = 0, register_reuse_100 = 0, register_reuse_1000 = 0, register_reuse_more = 0;
  std::uint64_t line_reuse_10 = 0, line_reuse_100 = 0, line_reuse_1000 = 0, line_reuse_more = 0;
  std::uint64_t values_read_0 = 0, values_read_1 = 0, values_read_2 = 0, values_read_more = 0;
  std::uint64_t lines_accessed_1 = 0, lines_accessed_2 = 0, lines_accessed_3 = 0, lines_accessed_10 = 0,
                lines_accessed_more = 0;
  // Scratchpad: warp instructions, distinct bank rows touched (4 B words partitioned, 16 B rows unified).
  std::uint64_t scratchpad_loads = 0, scratchpad_stores = 0;
  std::uint64_t scratchpad_row_reads = 0, scratchpad_row_writes = 0;
  std::uint64_t uninitialised_scratchpad_reads = 0;      // by a thread, of what none of its block had written
  std::uint64_t inactive_shuffle_reads = 0;              // by a thread through shfl, of a lane that took no part in it
  // Scratchpad that pairs of blocks share (policy/scratchpad_gate.h): accesses sent away, locks taken, handed over and
  // given up; blocks that had a partner, and their cycles before the shared part, waiting for it, inside and after.
  std::uint64_t gate_refusals = 0, gate_locks_taken = 0, gate_hand_overs = 0, gate_releases = 0;
  std::uint64_t gate_shared_blocks = 0;
  std::uint64_t gate_cycles_before = 0, gate_cycles_waiting = 0, gate_cycles_inside = 0, gate_cycles_after = 0;
  // Global and local memory.
  std::uint64_t global_loads = 0, global_stores = 0, atomics = 0, local_loads = 0, local_stores = 0;
  // Under run.out_of_bounds = warn, by a thread, outside of every allocation: loads, answered with 0; stores, atomics
  // and reductions, dropped.
  std::uint64_t out_of_bounds_reads = 0, out_of_bounds_writes = 0;
  std::uint64_t spill_loads = 0, spill_stores = 0;       // the register allocator's, of local memory and scratchpad
  std::uint64_t cache_accesses = 0, cache_hits = 0;      // line lookups by loads and stores, and those that hit
  std::uint64_t cache_load_accesses = 0, cache_load_hits = 0;
  std::uint64_t cache_local_accesses = 0, cache_local_hits = 0;  // those of local memory, loads and stores
  std::uint64_t cache_dirty_hits = 0;                    // hits on lines that were dirty
  std::uint64_t cache_store_evictions = 0;               // lines that went because they were stored to (write-evict)
  std::uint64_t cache_store_allocations = 0;             // lines that stores entered without a fetch
  std::uint64_t cache_bypasses = 0;                      // missed lines of loads that the line policy kept out
  // Lines that a store made dirty, that were written to memory, and of these the ones that were there at a kernel's
  // end.
  std::uint64_t cache_dirtied = 0, cache_write_backs = 0, cache_flushed = 0;
  std::uint64_t tag_lookups = 0, tag_fills = 0;
  std::uint64_t cache_row_reads = 0, cache_row_writes = 0;
  std::uint64_t mshr_allocations = 0, mshr_merges = 0, mshr_full_stalls = 0;  // stalls in cycles
  std::uint64_t constant_accesses = 0;
  std::uint64_t texture_accesses = 0;                    // textures and surfaces
  // Conflicts: largest number of accesses to one bank (unified: the count behind the penalty), per warp instruction.
  // Warp instructions by what they ask of one bank, and by what decides the penalty: of one bank, one cluster's port
  // or the tag array, whichever is asked for most. <=1, 2, 3, 4, >4.
  std::array<std::uint64_t, 5> bank_histogram{}, conflict_histogram{};
  std::uint64_t conflict_penalty_cycles = 0;
  std::uint64_t bank_reads = 0, bank_writes = 0;         // counted by the banks themselves
  // Arbitrated: accesses refused a bank, crossbar port or tag lookup, a cycle each; of these for a lookup in a tag
  // bank, and of registers for their bank.
  std::uint64_t arbitration_waits = 0, tag_bank_waits = 0, register_bank_waits = 0;
  // Registers that are lines of the array: found by their first lookup or not; warp registers written to memory for
  // want of a way, and fetched from there.
  std::uint64_t register_hits = 0, register_misses = 0, register_spills = 0, register_fetches = 0;
  // Lines that lost their way to another: what it held, by what it was taken. A register that is rewritten loses
  // nothing.
  std::uint64_t cache_by_cache = 0, cache_by_register = 0, register_by_cache = 0, register_by_register = 0;
  // Lines x cycles: of the tag array, of these with a line of memory, with a register that is not dead.
  std::uint64_t line_capacity_cycles = 0, cache_line_cycles = 0, register_line_cycles = 0;
};

// Between SMs and L2 slices (or DRAM channels); all 0 without an interconnect.
struct InterconnectTotals {
  std::uint64_t requests = 0, answers = 0;            // packets
  std::uint64_t request_bytes = 0, answer_bytes = 0;  // heads included
  std::uint64_t request_waits = 0, answer_waits = 0;  // cycles beyond those of an idle network
};

// Of all slices; all 0 without an L2 cache.
struct L2Totals {
  std::uint64_t reads = 0, read_hits = 0, writes = 0, write_hits = 0;
  std::uint64_t merges = 0;                             // reads that joined a miss under way; no hits
  std::uint64_t fills = 0, fill_bytes = 0;              // from DRAM
  std::uint64_t write_backs = 0, write_back_bytes = 0;  // to DRAM
  std::uint64_t stalls = 0;                             // cycles that the first request of a slice waited for room
  std::uint64_t read_bytes = 0, write_bytes = 0;        // of the sectors that SMs asked for, and wrote to
};

struct DramCounters {
  std::uint64_t reads = 0, writes = 0, read_bytes = 0, write_bytes = 0, busy_cycles = 0;
  std::uint64_t row_hits = 0, row_misses = 0, row_conflicts = 0;  // dram.policy = fr-fcfs alone
};

struct LaunchResult {
  std::string kernel;
  std::uint64_t blocks = 0;
  Cycle cycles = 0;
  std::uint64_t warp_instructions = 0;
  unsigned resident_blocks = 0, resident_threads = 0;
  unsigned registers_per_thread = 0;        // in force
  double scratchpad_bytes_per_block = 0;    // that a block takes
};

struct PartitionReport {
  double register_bytes = 0, scratchpad_bytes = 0, cache_bytes = 0, idle_bytes = 0, capacity_bytes = 0;
  unsigned cache_sets = 0;
  std::string limited_by;
};

struct EnergyComponent {
  std::string name;
  double picojoule = 0;
};

struct RunResult {
  std::string workload, size, design;
  std::vector<std::pair<std::string, std::string>> arguments;
  bool functional = false;          // no timing: only `verified` and the instruction counts mean something
  bool judged = true;               // false: there was nothing to compare the answer with
  bool verified = false;
  std::string verification;         // what was compared, or the first difference
  std::vector<std::string> broken_invariants;
  std::vector<std::string> warnings;  // what the kernel does and should not, a line each
  Cycle cycles = 0;                 // sum over launches; the host takes no time
  std::vector<LaunchResult> launches;
  LaunchResult longest;             // the first of those that took most cycles
  unsigned issue_slots = 1, sms = 1;  // of an SM in a cycle: schedulers x issue width; SMs
  unsigned registers_per_thread = 0;          // in force, of the kernel with the most
  unsigned compiled_registers_per_thread = 0; // the same before the design forced a number
  unsigned thread_limit = 0;                  // kernel.thread_limit; 0: none
  double scratchpad_bytes_per_block = 0;
  unsigned resident_blocks = 0, resident_threads = 0;  // of the launch with most threads
  unsigned default_blocks = 0, sharing_pairs = 0;      // of them: without sharing scratchpad, and added by it
  PartitionReport partition;
  SmCounters sm;                    // of all SMs together
  InterconnectTotals interconnect;
  L2Totals l2;
  DramCounters dram;                // of all channels together
  std::vector<EnergyComponent> energy;
  std::string effective_design;     // TOML of every value in force
};

}  // namespace unibank
