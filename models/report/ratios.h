// Ratios of counters.
#pragma once

#include <cstdint>

#include "report/run_result.h"

namespace unibank {

inline double ratio(double part, double whole) { return whole == 0 ? 0 : part / whole; }

// Thread instructions per cycle; 0 without time.
inline double ipc(const RunResult& run) {
  return ratio(static_cast<double>(run.counters["thread_instructions"]), static_cast<double>(run.cycles));
}

// The hit rate of lines of loads and stores at the L1, of which those that go around it count as misses; 0 without such
// lines.
inline double hit_rate(const RunResult& run) {
  return ratio(static_cast<double>(run.counters["cache.hits"]), static_cast<double>(run.counters["cache.accesses"]));
}

// The hit rate of reads and writes in the L2 cache; 0 without accesses.
inline double l2_hit_rate(const RunResult& run) {
  return ratio(static_cast<double>(run.counters["l2.read_hits"] + run.counters["l2.write_hits"]),
               static_cast<double>(run.counters["l2.reads"] + run.counters["l2.writes"]));
}

// The share of a flat file's accesses that the small files take over from the main register file; 0 without a
// hierarchy.
inline double saved_register_accesses(const RunResult& run) {
  const auto flat = static_cast<double>(run.counters["registers.flat_reads"] + run.counters["registers.flat_writes"]);
  return flat == 0 ? 0
                   : 1 - static_cast<double>(run.counters["registers.operand_reads"] +
                                             run.counters["registers.operand_writes"]) /
                             flat;
}

// Warp registers with a value that will be read, allocated registers that are dead, and unallocated registers, as a
// share of the storage, averaged over all cycles; 0 without time.
inline double live_registers(const RunResult& run) {
  return ratio(static_cast<double>(run.counters["registers.live_cycles"]),
               static_cast<double>(run.counters["registers.capacity_cycles"]));
}
inline double dynamic_holes(const RunResult& run) {
  return ratio(static_cast<double>(run.counters["registers.allocated_cycles"]) -
                   static_cast<double>(run.counters["registers.live_cycles"]),
               static_cast<double>(run.counters["registers.capacity_cycles"]));
}
inline double static_holes(const RunResult& run) {
  const auto given = static_cast<double>(run.counters["registers.allocated_cycles"]);
  return ratio(static_cast<double>(run.counters["registers.capacity_cycles"]) - given,
               static_cast<double>(run.counters["registers.capacity_cycles"]));
}

// Live registers and lines of memory, as a share of the register file and cache, or of the one array for both; averaged
// over all cycles; 0 without time. Not meaningful for a unified memory, whose capacity counts register rows with or
// without an owner.
inline double utilisation(const RunResult& run) {
  const CounterValues& counters = run.counters;
  const bool one_array = counters["lines.register_cycles"] != 0;
  const auto registers =
      static_cast<double>(one_array ? counters["lines.register_cycles"] : counters["registers.live_cycles"]);
  const auto places = static_cast<double>(one_array ? 0 : counters["registers.capacity_cycles"]);
  return ratio(registers + static_cast<double>(counters["lines.cache_cycles"]),
               places + static_cast<double>(counters["lines.capacity_cycles"]));
}

// The share that `cycles` are of all cycles of blocks in paired slots, from start to end; 0 without such blocks.
inline double share_of_stay(const RunResult& run, std::uint64_t cycles) {
  const CounterValues& counters = run.counters;
  const std::uint64_t all = counters["sharing.cycles_before"] + counters["sharing.cycles_waiting"] +
                            counters["sharing.cycles_inside"] + counters["sharing.cycles_after"];
  return ratio(static_cast<double>(cycles), static_cast<double>(all));
}

// The share that `slots` are of all issue slots.
inline double slot_share(const RunResult& run, std::uint64_t slots) {
  return ratio(static_cast<double>(slots), static_cast<double>(run.cycles) * run.issue_slots * run.sms);
}

}  // namespace unibank
