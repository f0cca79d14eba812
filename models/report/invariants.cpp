#include "report/invariants.h"

#include <algorithm>
#include <cmath>
#include <numeric>

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
             "warp instructions", run.sm.warp_instructions);
  laws.at_most("thread instructions", run.sm.thread_instructions, "warp size x warp instructions",
               kWarpSize * run.sm.warp_instructions);
}

void time(const RunResult& run, Laws& laws) {
  laws.equal("cycles of all launches", sum_launches(run, [](const LaunchResult& launch) { return launch.cycles; }),
             "cycles", run.cycles);
  laws.equal("blocks of all launches", sum_launches(run, [](const LaunchResult& launch) { return launch.blocks; }),
             "blocks retired", run.sm.blocks);
  laws.equal("issued slots + stalls", run.sm.issued_slots + sum(run.sm.stalls),
             "cycles x issue slots x SMs", run.cycles * run.issue_slots * run.sms);
  laws.equal("issued slots", run.sm.issued_slots, "warp instructions", run.sm.warp_instructions);
  laws.equal("instructions in the bank histogram", sum(run.sm.bank_histogram), "warp instructions",
             run.sm.warp_instructions);
  laws.equal("instructions in the conflict histogram", sum(run.sm.conflict_histogram), "warp instructions",
             run.sm.warp_instructions);
}

void memory(const RunResult& run, Laws& laws) {
  const SmCounters& sm = run.sm;
  laws.at_most("spill loads", sm.spill_loads, "loads of local memory and scratchpad",
               sm.local_loads + sm.scratchpad_loads);
  laws.at_most("spill stores", sm.spill_stores, "stores to local memory and scratchpad",
               sm.local_stores + sm.scratchpad_stores);
  laws.at_most("cache hits", sm.cache_hits, "cache accesses", sm.cache_accesses);
  laws.at_most("cache hits of loads", sm.cache_load_hits, "cache accesses of loads", sm.cache_load_accesses);
  laws.at_most("cache accesses of loads", sm.cache_load_accesses, "cache accesses", sm.cache_accesses);
  laws.at_most("cache hits of local memory", sm.cache_local_hits, "cache accesses of local memory",
               sm.cache_local_accesses);
  laws.at_most("cache accesses of local memory", sm.cache_local_accesses, "cache accesses", sm.cache_accesses);
  laws.at_most("hits on dirty lines", sm.cache_dirty_hits, "cache hits", sm.cache_hits);
  laws.at_most("lines evicted by stores", sm.cache_store_evictions, "cache hits of stores",
               sm.cache_hits - std::min(sm.cache_load_hits, sm.cache_hits));
  laws.at_most("lines entered by stores", sm.cache_store_allocations, "lines made dirty", sm.cache_dirtied);
  laws.at_most("lines written back as kernels ended", sm.cache_flushed, "lines written back", sm.cache_write_backs);
  laws.equal("lines made dirty", sm.cache_dirtied, "lines written back", sm.cache_write_backs);
  laws.at_most("cache misses of loads", sm.cache_load_accesses - std::min(sm.cache_load_hits, sm.cache_load_accesses),
               "MSHR allocations + merges", sm.mshr_allocations + sm.mshr_merges);
  laws.at_most("tag fills", sm.tag_fills, "MSHR allocations", sm.mshr_allocations);
  laws.at_most("DRAM reads x sector", run.dram.reads * kSectorBytes, "DRAM bytes read", run.dram.read_bytes);
  laws.at_most("DRAM bytes read", run.dram.read_bytes, "DRAM reads x line", run.dram.reads * kLineBytes);
  laws.at_most("DRAM writes", run.dram.writes, "DRAM bytes written", run.dram.write_bytes);
  laws.at_most("DRAM bytes written", run.dram.write_bytes, "DRAM writes x line", run.dram.writes * kLineBytes);
  const Number rows = run.dram.row_hits + run.dram.row_misses + run.dram.row_conflicts;
  if (rows != 0) laws.equal("row hits + misses + conflicts", rows, "DRAM requests", run.dram.reads + run.dram.writes);
}

// What the MSHRs send goes to the L2 cache, if there is one, and what that sends goes to DRAM.
void beyond_the_sm(const RunResult& run, Laws& laws) {
  const Number fetched = run.sm.mshr_allocations;
  const L2Totals& l2 = run.l2;
  if (l2.reads + l2.writes == 0) {
    laws.equal("DRAM reads", run.dram.reads, "MSHR allocations", fetched);
  } else {
    laws.equal("L2 reads", l2.reads, "MSHR allocations", fetched);
    laws.equal("L2 reads", l2.reads, "L2 read hits + merges + fills", l2.read_hits + l2.merges + l2.fills);
    laws.at_most("L2 write hits", l2.write_hits, "L2 writes", l2.writes);
    laws.equal("DRAM reads", run.dram.reads, "L2 fills", l2.fills);
    laws.equal("DRAM bytes read", run.dram.read_bytes, "L2 bytes filled", l2.fill_bytes);
    laws.equal("DRAM writes", run.dram.writes, "L2 write-backs", l2.write_backs);
    laws.equal("DRAM bytes written", run.dram.write_bytes, "L2 bytes written back", l2.write_back_bytes);
  }
  const InterconnectTotals& between = run.interconnect;
  laws.equal("interconnect requests", between.requests, "interconnect answers", between.answers);
  laws.at_most("L2 bytes read", l2.read_bytes, "interconnect bytes of answers", between.answer_bytes);
  laws.at_most("L2 bytes written", l2.write_bytes, "interconnect bytes of requests", between.request_bytes);
  if (between.requests == 0) return;
  const Number writes = l2.reads + l2.writes == 0 ? run.dram.writes : l2.writes;
  laws.equal("interconnect requests", between.requests, "MSHR allocations + writes", fetched + writes);
}

void registers(const RunResult& run, Laws& laws) {
  const SmCounters& sm = run.sm;
  laws.equal("registers read at all levels", sm.operand_reads + sm.orf_reads + sm.lrf_reads,
             "registers a flat file would have read", sm.flat_reads);
  laws.at_most("registers a flat file would have written", sm.flat_writes, "registers written at all levels",
               sm.operand_writes + sm.orf_writes + sm.lrf_writes);
  laws.at_most("registers written to the main register file", sm.operand_writes,
               "registers a flat file would have written", sm.flat_writes);
}

void register_time(const RunResult& run, Laws& laws) {
  const SmCounters& sm = run.sm;
  laws.at_most("warp registers live x cycles", sm.register_live_cycles, "warp registers given x cycles",
               sm.register_allocated_cycles);
  laws.at_most("warp registers given x cycles", sm.register_allocated_cycles, "warp registers of the storage x cycles",
               sm.register_capacity_cycles);
}

// A value that is read n times is n accesses of its register; more than two are at least three.
void reuse(const RunResult& run, Laws& laws) {
  const SmCounters& sm = run.sm;
  const Number values = sm.values_read_0 + sm.values_read_1 + sm.values_read_2 + sm.values_read_more;
  const Number reads = sm.register_reuse_10 + sm.register_reuse_100 + sm.register_reuse_1000 + sm.register_reuse_more;
  laws.at_most("values written to registers", values, "registers written", sm.operand_writes);
  laws.at_most("reads of values in registers", reads, "registers read", sm.operand_reads);
  laws.at_most("reads that the values' classes stand for",
               sm.values_read_1 + 2 * sm.values_read_2 + 3 * sm.values_read_more, "reads of values in registers",
               reads);
  const Number again = sm.line_reuse_10 + sm.line_reuse_100 + sm.line_reuse_1000 + sm.line_reuse_more;
  laws.at_most("further accesses that the lines' classes stand for",
               sm.lines_accessed_2 + 2 * sm.lines_accessed_3 + 3 * sm.lines_accessed_10 + 10 * sm.lines_accessed_more,
               "accesses of a line again", again);
}

// Registers that are lines of the array.
void lines(const RunResult& run, Laws& laws) {
  const SmCounters& sm = run.sm;
  laws.at_most("registers fetched", sm.register_fetches, "registers not found", sm.register_misses);
  laws.at_most("registers spilled", sm.register_spills, "registers evicted",
               sm.register_by_cache + sm.register_by_register);
  laws.at_most("lines evicted by registers", sm.cache_by_register + sm.register_by_register, "registers not found",
               sm.register_misses);
  laws.at_most("lines evicted by cache lines", sm.cache_by_cache + sm.register_by_cache,
               "tag fills + lines entered by stores", sm.tag_fills + sm.cache_store_allocations);
  laws.at_most("lines with a register or of the cache x cycles", sm.cache_line_cycles + sm.register_line_cycles,
               "lines x cycles", sm.line_capacity_cycles);
  laws.at_most("waits for tag banks and of registers for their banks", sm.tag_bank_waits + sm.register_bank_waits,
               "accesses that waited", sm.arbitration_waits);
}

// Who gives a lock up has got it before; a block's end hands one over at most.
void sharing(const RunResult& run, Laws& laws) {
  const SmCounters& sm = run.sm;
  laws.at_most("locks released", sm.gate_releases, "locks taken + handed over",
               sm.gate_locks_taken + sm.gate_hand_overs);
  laws.at_most("locks handed over", sm.gate_hand_overs, "blocks that shared scratchpad", sm.gate_shared_blocks);
  laws.at_most("blocks that shared scratchpad", sm.gate_shared_blocks, "blocks retired", sm.blocks);
  const Number stay = sm.gate_cycles_before + sm.gate_cycles_waiting + sm.gate_cycles_inside + sm.gate_cycles_after;
  Number most = 0;
  for (const LaunchResult& launch : run.launches) most = std::max<Number>(most, launch.resident_blocks);
  laws.at_most("cycles of blocks that shared scratchpad", stay, "cycles x SMs x resident blocks",
               run.cycles * run.sms * most);
}

void storage(const RunResult& run, Laws& laws) {
  const SmCounters& sm = run.sm;
  laws.equal("reads counted by the banks", sm.bank_reads, "rows read of registers, scratchpad and cache",
             sm.register_row_reads + sm.scratchpad_row_reads + sm.cache_row_reads);
  laws.equal("writes counted by the banks", sm.bank_writes, "rows written of registers, scratchpad and cache",
             sm.register_row_writes + sm.scratchpad_row_writes + sm.cache_row_writes);
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
    memory(run, laws);
    beyond_the_sm(run, laws);
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
