#include "report/invariants.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "report/counter_order.h"

namespace unibank {

namespace {

using Number = std::uint64_t;

class Laws {
 public:
  void equal(const std::string& left, Number a, const std::string& right, Number b) {
    if (a != b) broken.push_back(left + " = " + std::to_string(a) + ", but " + right + " = " + std::to_string(b));
  }
  void at_most(const std::string& left, Number a, const std::string& right, Number b) {
    if (a > b)
      broken.push_back(left + " = " + std::to_string(a) + " is more than " + right + " = " + std::to_string(b));
  }
  std::vector<std::string> broken;
};

template <typename Array>
Number sum(const Array& values) {
  return std::accumulate(values.begin(), values.end(), Number{0});
}

Number sum_launches(const RunResult& result, Number (*of)(const LaunchResult&)) {
  Number total = 0;
  for (const LaunchResult& launch : result.launches) total += of(launch);
  return total;
}

void instructions(const RunResult& run, Laws& laws) {
  laws.equal("instructions of all launches",
             sum_launches(run, [](const LaunchResult& launch) { return launch.warp_instructions; }),
             "warp instructions", run.counters["warp_instructions"]);
  laws.at_most("thread instructions", run.counters["thread_instructions"], "warp size x warp instructions",
               kWarpSize * run.counters["warp_instructions"]);
}

void time(const RunResult& run, Laws& laws) {
  if (run.launches_overlap) {
    laws.at_most("cycles of the longest launch", run.longest.cycles, "cycles", run.cycles);
  } else {
    laws.equal("cycles of all launches", sum_launches(run, [](const LaunchResult& launch) { return launch.cycles; }),
               "cycles", run.cycles);
  }
  laws.equal("blocks of all launches", sum_launches(run, [](const LaunchResult& launch) { return launch.blocks; }),
             "blocks retired", run.counters["blocks"]);
  laws.equal("issued slots + stalls", run.counters["issued_slots"] + run.counters.sum("stalls."),
             "cycles x issue slots x SMs", run.cycles * run.issue_slots * run.sms);
  laws.equal("issued slots", run.counters["issued_slots"], "warp instructions", run.counters["warp_instructions"]);
  laws.equal("instructions in the bank histogram", sum(classes_of(run.counters, kBankClasses)), "warp instructions",
             run.counters["warp_instructions"]);
  laws.equal("instructions in the conflict histogram", sum(classes_of(run.counters, kMostClasses)), "warp instructions",
             run.counters["warp_instructions"]);
}

void spills(const RunResult& run, Laws& laws) {
  const CounterValues& counters = run.counters;
  laws.at_most("spill loads", counters["memory.spill_loads"], "loads of local memory and scratchpad",
               counters["memory.local_loads"] + counters["scratchpad.loads"]);
  laws.at_most("spill stores", counters["memory.spill_stores"], "stores to local memory and scratchpad",
               counters["memory.local_stores"] + counters["scratchpad.stores"]);
}

void cache(const RunResult& run, Laws& laws) {
  const CounterValues& counters = run.counters;
  laws.at_most("cache hits", counters["cache.hits"], "cache accesses", counters["cache.accesses"]);
  laws.at_most("cache hits of loads", counters["cache.load_hits"], "cache accesses of loads",
               counters["cache.load_accesses"]);
  laws.at_most("cache accesses of loads", counters["cache.load_accesses"], "cache accesses",
               counters["cache.accesses"]);
  laws.at_most("cache hits of local memory", counters["cache.local_hits"], "cache accesses of local memory",
               counters["cache.local_accesses"]);
  laws.at_most("cache accesses of local memory", counters["cache.local_accesses"], "cache accesses",
               counters["cache.accesses"]);
  laws.at_most(
      "lines found without all sectors", counters["cache.sector_misses"], "cache misses of loads",
      counters["cache.load_accesses"] - std::min(counters["cache.load_hits"], counters["cache.load_accesses"]));
  laws.at_most("hits on dirty lines", counters["cache.dirty_hits"], "cache hits", counters["cache.hits"]);
  laws.at_most("lines evicted by stores", counters["cache.store_evictions"], "cache hits of stores",
               counters["cache.hits"] - std::min(counters["cache.load_hits"], counters["cache.hits"]));
  laws.at_most("lines entered by stores", counters["cache.store_allocations"], "lines made dirty",
               counters["cache.dirtied"]);
  laws.at_most("lines written back at kernel ends", counters["cache.flushed"], "lines written back",
               counters["cache.write_backs"]);
  laws.equal("lines made dirty", counters["cache.dirtied"], "lines written back and left dirty",
             counters["cache.write_backs"] + run.lines_left_dirty);
  laws.at_most("cache misses of loads",
               counters["cache.load_accesses"] - std::min(counters["cache.load_hits"], counters["cache.load_accesses"]),
               "MSHR allocations + merges + lines found in rows of registers",
               counters["mshr.allocations"] + counters["mshr.merges"] + counters["victims.hits"]);
  laws.at_most("tag fills", counters["tag_fills"], "MSHR allocations", counters["mshr.allocations"]);
}

void dram(const RunResult& run, Laws& laws) {
  laws.at_most("DRAM reads x sector", run.counters["dram.reads"] * kSectorBytes, "DRAM bytes read",
               run.counters["dram.read_bytes"]);
  laws.at_most("DRAM bytes read", run.counters["dram.read_bytes"], "DRAM reads x line",
               run.counters["dram.reads"] * kLineBytes);
  laws.at_most("DRAM writes", run.counters["dram.writes"], "DRAM bytes written", run.counters["dram.write_bytes"]);
  laws.at_most("DRAM bytes written", run.counters["dram.write_bytes"], "DRAM writes x line",
               run.counters["dram.writes"] * kLineBytes);
  const Number rows =
      run.counters["dram.row_hits"] + run.counters["dram.row_misses"] + run.counters["dram.row_conflicts"];
  if (rows != 0)
    laws.equal("row hits + misses + conflicts", rows, "DRAM requests",
               run.counters["dram.reads"] + run.counters["dram.writes"]);
}

// Requests of the MSHRs and the read-only caches, and reads of atomic units, go to the L2 cache if there is one, and
// its requests go to DRAM.
void beyond_the_sm(const RunResult& run, Laws& laws) {
  const CounterValues& counters = run.counters;
  const Number fetched = counters["mshr.allocations"] + counters.sum("read_only.reads");
  const bool no_l2 = counters["l2.reads"] + counters["l2.writes"] == 0;
  if (!run.miss_path) {
    const std::string reads = no_l2 ? "dram.reads" : "l2.reads";
    laws.equal(no_l2 ? "DRAM reads" : "L2 reads", counters[reads],
               "MSHR allocations + read-only lines + reads of atomics", fetched + counters.sum("atomic_unit.reads"));
  }
  if (!no_l2) {
    laws.equal("L2 reads", counters["l2.reads"], "L2 read hits + merges + fills",
               counters["l2.read_hits"] + counters["l2.merges"] + counters["l2.fills"]);
    laws.at_most("L2 write hits", counters["l2.write_hits"], "L2 writes", counters["l2.writes"]);
    laws.equal("DRAM reads", run.counters["dram.reads"], "L2 fills", counters["l2.fills"]);
    laws.equal("DRAM bytes read", run.counters["dram.read_bytes"], "L2 bytes filled", counters["l2.fill_bytes"]);
    laws.equal("DRAM writes", run.counters["dram.writes"], "L2 write-backs", counters["l2.write_backs"]);
    laws.equal("DRAM bytes written", run.counters["dram.write_bytes"], "L2 bytes written back",
               counters["l2.write_back_bytes"]);
  }
  laws.at_most("atomics", counters.sum("atomic_unit.requests"), "turns of atomic units",
               counters.sum("atomic_unit.turns"));
  laws.at_most("reads of atomics", counters.sum("atomic_unit.reads"), "atomics", counters.sum("atomic_unit.requests"));
  laws.equal("interconnect requests", counters["interconnect.requests"], "interconnect answers",
             counters["interconnect.answers"]);
  laws.at_most("L2 bytes read", counters["l2.read_bytes"], "interconnect bytes of answers + lines that atomics read",
               counters["interconnect.answer_bytes"] + counters.sum("atomic_unit.reads") * kLineBytes);
  laws.at_most("L2 bytes written", counters["l2.write_bytes"], "interconnect bytes of requests",
               counters["interconnect.request_bytes"]);
  if (counters["interconnect.requests"] == 0 || run.miss_path) return;
  const Number writes = no_l2 ? counters["dram.writes"] : counters["l2.writes"];
  laws.equal("interconnect requests", counters["interconnect.requests"], 
             "MSHR allocations + read-only lines + writes", fetched + writes);
}

// The same request is counted by the block that sends it and by the one that gets it.
void borders(const RunResult& run, Laws& laws) {
  const CounterValues& counters = run.counters;
  const bool no_l2 = counters["l2.reads"] + counters["l2.writes"] == 0;
  Number missed = 0;
  for (const std::string cache : {"constant_cache.", "texture_cache.", "instruction_cache."}) {
    const Number misses = counters.sum(cache + "misses"), merges = counters.sum(cache + "merges");
    laws.at_most(cache + "merges", merges, cache + "misses", misses);
    missed += misses - std::min(merges, misses);
  }
  laws.equal("lines read for the read-only caches", counters.sum("read_only.reads"), "their misses without merges",
             missed);
  laws.equal("requests of the MSHRs to read", counters["mshr.reads"], "MSHR allocations", counters["mshr.allocations"]);
  laws.at_most("hits of the tag array", counters["tag_array.hits"], "its lookups", counters["tag_array.lookups"]);
  laws.equal("lines evicted by lines of memory and of registers",
             counters["lines.cache_by_cache"] + counters["lines.cache_by_register"] +
                 counters["lines.register_by_cache"] + counters["lines.register_by_register"],
             "evictions of the tag array", counters["tag_array.evictions"]);
  if (run.miss_path) return;
  laws.equal("requests of the MSHRs to write", counters["mshr.writes"], no_l2 ? "DRAM writes" : "L2 writes",
             counters[no_l2 ? "dram.writes" : "l2.writes"]);
  if (counters["interconnect.requests"] == 0 || counters.sum("atomic_unit.requests") != 0) return;
  laws.equal("interconnect bytes of requests + bytes read",
             counters["interconnect.request_bytes"] + counters[no_l2 ? "dram.read_bytes" : "l2.read_bytes"],
             "interconnect bytes of answers + bytes written",
             counters["interconnect.answer_bytes"] + counters[no_l2 ? "dram.write_bytes" : "l2.write_bytes"]);
}

void registers(const RunResult& run, Laws& laws) {
  const CounterValues& counters = run.counters;
  laws.equal("registers read at all levels",
             counters["registers.operand_reads"] + counters["registers.orf_reads"] + counters["registers.lrf_reads"],
             "registers a flat file would have read", counters["registers.flat_reads"]);
  laws.at_most(
      "registers a flat file would have written", counters["registers.flat_writes"], "registers written at all levels",
      counters["registers.operand_writes"] + counters["registers.orf_writes"] + counters["registers.lrf_writes"]);
  laws.at_most("registers written to the main register file", counters["registers.operand_writes"],
               "registers a flat file would have written", counters["registers.flat_writes"]);
}

void register_time(const RunResult& run, Laws& laws) {
  const CounterValues& counters = run.counters;
  laws.at_most("warp registers live x cycles", counters["registers.live_cycles"], "warp registers allocated x cycles",
               counters["registers.allocated_cycles"]);
  laws.at_most("warp registers allocated x cycles", counters["registers.allocated_cycles"],
               "warp registers of the storage x cycles", counters["registers.capacity_cycles"]);
}

// A value that is read n times is n accesses of its register; more than two are at least three.
void reuse(const RunResult& run, Laws& laws) {
  const CounterValues& counters = run.counters;
  const Number values = counters["reuse.values_read_0"] + counters["reuse.values_read_1"] +
                        counters["reuse.values_read_2"] + counters["reuse.values_read_more"];
  const Number reads = counters["reuse.register_distance_10"] + counters["reuse.register_distance_100"] +
                       counters["reuse.register_distance_1000"] + counters["reuse.register_distance_more"];
  laws.at_most("values written to registers", values, "registers written", counters["registers.operand_writes"]);
  laws.at_most("reads of values in registers", reads, "registers read", counters["registers.operand_reads"]);
  laws.at_most(
      "reads implied by the classes of values",
      counters["reuse.values_read_1"] + 2 * counters["reuse.values_read_2"] + 3 * counters["reuse.values_read_more"],
      "reads of values in registers", reads);
  const Number again = counters["reuse.line_distance_10"] + counters["reuse.line_distance_100"] +
                       counters["reuse.line_distance_1000"] + counters["reuse.line_distance_more"];
  laws.at_most("further accesses implied by the classes of lines",
               counters["reuse.lines_accessed_2"] + 2 * counters["reuse.lines_accessed_3"] +
                   3 * counters["reuse.lines_accessed_10"] + 10 * counters["reuse.lines_accessed_more"],
               "repeated accesses of lines", again);
}

// Registers that are lines of the array.
void lines(const RunResult& run, Laws& laws) {
  const CounterValues& counters = run.counters;
  laws.at_most("registers fetched", counters["registers.fetches"], "registers not found", counters["registers.misses"]);
  laws.at_most("registers spilled", counters["registers.spills"], "registers evicted",
               counters["lines.register_by_cache"] + counters["lines.register_by_register"]);
  laws.at_most("lines evicted by registers",
               counters["lines.cache_by_register"] + counters["lines.register_by_register"], "registers not found",
               counters["registers.misses"]);
  laws.at_most("lines evicted by cache lines", counters["lines.cache_by_cache"] + counters["lines.register_by_cache"],
               "tag fills + lines entered by stores", counters["tag_fills"] + counters["cache.store_allocations"]);
  laws.at_most("lines with a register or of the cache x cycles",
               counters["lines.cache_cycles"] + counters["lines.register_cycles"], "lines x cycles",
               counters["lines.capacity_cycles"]);
  laws.at_most("waits for tag banks and of registers for their banks",
               counters["conflicts.tag_bank_waits"] + counters["conflicts.register_bank_waits"], "accesses that waited",
               counters["conflicts.arbitration_waits"]);
}

// A released lock was acquired before; the end of a block hands over at most one lock.
void sharing(const RunResult& run, Laws& laws) {
  const CounterValues& counters = run.counters;
  laws.at_most("locks released", counters["sharing.releases"], "locks taken + handed over",
               counters["sharing.locks_taken"] + counters["sharing.hand_overs"]);
  laws.at_most("locks handed over", counters["sharing.hand_overs"], "blocks that shared scratchpad",
               counters["sharing.shared_blocks"]);
  laws.at_most("blocks that shared scratchpad", counters["sharing.shared_blocks"], "blocks retired",
               counters["blocks"]);
  const Number stay = counters["sharing.cycles_before"] + counters["sharing.cycles_waiting"] +
                      counters["sharing.cycles_inside"] + counters["sharing.cycles_after"];
  Number most = 0;
  for (const LaunchResult& launch : run.launches) most = std::max<Number>(most, launch.resident_blocks);
  laws.at_most("cycles of blocks that shared scratchpad", stay, "cycles x SMs x resident blocks",
               run.cycles * run.sms * most);
}

void storage(const RunResult& run, Laws& laws) {
  const CounterValues& counters = run.counters;
  laws.equal("reads counted by the banks", counters["banks.reads"], "rows read of registers, scratchpad and cache",
             counters["registers.row_reads"] + counters["scratchpad.row_reads"] + counters["cache.row_reads"]);
  laws.equal("writes counted by the banks", counters["banks.writes"], "rows written of registers, scratchpad and cache",
             counters["registers.row_writes"] + counters["scratchpad.row_writes"] + counters["cache.row_writes"]);
  const PartitionReport& part = run.partition;
  const double parts = part.register_bytes + part.scratchpad_bytes + part.cache_bytes + part.idle_bytes;
  // Shares may be fractions of a byte; a thousandth of one is rounding.
  if (std::abs(parts - part.capacity_bytes) > 1e-3)
    laws.equal("bytes of registers, scratchpad, cache and idle", static_cast<Number>(std::llround(parts)), "capacity",
               static_cast<Number>(std::llround(part.capacity_bytes)));
}

}  // namespace

std::vector<std::string> broken_invariants(const RunResult& run) {
  Laws laws;
  instructions(run, laws);
  if (!run.functional) {
    time(run, laws);
    spills(run, laws);
    cache(run, laws);
    dram(run, laws);
    beyond_the_sm(run, laws);
    borders(run, laws);
    registers(run, laws);
    register_time(run, laws);
    reuse(run, laws);
    lines(run, laws);
    sharing(run, laws);
    storage(run, laws);
  }
  return laws.broken;
}

}  // namespace unibank
