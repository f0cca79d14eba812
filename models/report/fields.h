// Names of counters in reports: one list for writing, reading and tables of values.
#pragma once

#include <cstddef>
#include <cstdint>

#include "report/run_result.h"

namespace unibank {

template <typename Counters>
struct Field {
  const char* group;  // object that holds the key; "" for the run itself
  const char* key;
  std::uint64_t Counters::*value;
};

constexpr Field<SmCounters> kSmFields[] = {
    {"", "warp_instructions", &SmCounters::warp_instructions},
    {"", "thread_instructions", &SmCounters::thread_instructions},
    {"", "issued_slots", &SmCounters::issued_slots},
    {"", "blocks", &SmCounters::blocks},
    {"", "warps", &SmCounters::warps},
    {"", "barriers", &SmCounters::barriers},
    {"", "tag_lookups", &SmCounters::tag_lookups},
    {"", "tag_fills", &SmCounters::tag_fills},
    {"", "constant_accesses", &SmCounters::constant_accesses},
    {"", "texture_accesses", &SmCounters::texture_accesses},
    {"cache", "accesses", &SmCounters::cache_accesses},
    {"cache", "hits", &SmCounters::cache_hits},
    {"cache", "load_accesses", &SmCounters::cache_load_accesses},
    {"cache", "load_hits", &SmCounters::cache_load_hits},
    {"cache", "local_accesses", &SmCounters::cache_local_accesses},
    {"cache", "local_hits", &SmCounters::cache_local_hits},
    {"cache", "dirty_hits", &SmCounters::cache_dirty_hits},
    {"cache", "store_evictions", &SmCounters::cache_store_evictions},
    {"cache", "store_allocations", &SmCounters::cache_store_allocations},
    {"cache", "bypasses", &SmCounters::cache_bypasses},
    {"cache", "dirtied", &SmCounters::cache_dirtied},
    {"cache", "write_backs", &SmCounters::cache_write_backs},
    {"cache", "flushed", &SmCounters::cache_flushed},
    {"cache", "row_reads", &SmCounters::cache_row_reads},
    {"cache", "row_writes", &SmCounters::cache_row_writes},
    {"mshr", "allocations", &SmCounters::mshr_allocations},
    {"mshr", "merges", &SmCounters::mshr_merges},
    {"mshr", "full_stalls", &SmCounters::mshr_full_stalls},
    {"registers", "operand_reads", &SmCounters::operand_reads},
    {"registers", "operand_writes", &SmCounters::operand_writes},
    {"registers", "row_reads", &SmCounters::register_row_reads},
    {"registers", "row_writes", &SmCounters::register_row_writes},
    {"registers", "lrf_reads", &SmCounters::lrf_reads},
    {"registers", "lrf_writes", &SmCounters::lrf_writes},
    {"registers", "orf_reads", &SmCounters::orf_reads},
    {"registers", "orf_writes", &SmCounters::orf_writes},
    {"registers", "flat_reads", &SmCounters::flat_reads},
    {"registers", "flat_writes", &SmCounters::flat_writes},
    {"registers", "capacity_cycles", &SmCounters::register_capacity_cycles},
    {"registers", "allocated_cycles", &SmCounters::register_allocated_cycles},
    {"registers", "live_cycles", &SmCounters::register_live_cycles},
    {"registers", "hits", &SmCounters::register_hits},
    {"registers", "misses", &SmCounters::register_misses},
    {"registers", "spills", &SmCounters::register_spills},
    {"registers", "fetches", &SmCounters::register_fetches},
    {"scratchpad", "loads", &SmCounters::scratchpad_loads},
    {"scratchpad", "stores", &SmCounters::scratchpad_stores},
    {"scratchpad", "row_reads", &SmCounters::scratchpad_row_reads},
    {"scratchpad", "row_writes", &SmCounters::scratchpad_row_writes},
    {"scratchpad", "uninitialised_reads", &SmCounters::uninitialised_scratchpad_reads},
    {"shuffles", "inactive_reads", &SmCounters::inactive_shuffle_reads},
    {"sharing", "refusals", &SmCounters::gate_refusals},
    {"sharing", "locks_taken", &SmCounters::gate_locks_taken},
    {"sharing", "hand_overs", &SmCounters::gate_hand_overs},
    {"sharing", "releases", &SmCounters::gate_releases},
    {"sharing", "shared_blocks", &SmCounters::gate_shared_blocks},
    {"sharing", "cycles_before", &SmCounters::gate_cycles_before},
    {"sharing", "cycles_waiting", &SmCounters::gate_cycles_waiting},
    {"sharing", "cycles_inside", &SmCounters::gate_cycles_inside},
    {"sharing", "cycles_after", &SmCounters::gate_cycles_after},
    {"memory", "global_loads", &SmCounters::global_loads},
    {"memory", "global_stores", &SmCounters::global_stores},
    {"memory", "atomics", &SmCounters::atomics},
    {"memory", "local_loads", &SmCounters::local_loads},
    {"memory", "local_stores", &SmCounters::local_stores},
    {"memory", "out_of_bounds_reads", &SmCounters::out_of_bounds_reads},
    {"memory", "out_of_bounds_writes", &SmCounters::out_of_bounds_writes},
    {"memory", "spill_loads", &SmCounters::spill_loads},
    {"memory", "spill_stores", &SmCounters::spill_stores},
    {"conflicts", "penalty_cycles", &SmCounters::conflict_penalty_cycles},
    {"conflicts", "arbitration_waits", &SmCounters::arbitration_waits},
    {"conflicts", "tag_bank_waits", &SmCounters::tag_bank_waits},
    {"conflicts", "register_bank_waits", &SmCounters::register_bank_waits},
    {"lines", "capacity_cycles", &SmCounters::line_capacity_cycles},
    {"lines", "cache_cycles", &SmCounters::cache_line_cycles},
    {"lines", "register_cycles", &SmCounters::register_line_cycles},
    {"lines", "cache_by_cache", &SmCounters::cache_by_cache},
    {"lines", "cache_by_register", &SmCounters::cache_by_register},
    {"lines", "register_by_cache", &SmCounters::register_by_cache},
    {"lines", "register_by_register", &SmCounters::register_by_register},
    {"banks", "reads", &SmCounters::bank_reads},
    {"banks", "writes", &SmCounters::bank_writes},
    {"reuse", "register_distance_10", &SmCounters::register_reuse_10},
    {"reuse", "register_distance_100", &SmCounters::register_reuse_100},
    {"reuse", "register_distance_1000", &SmCounters::register_reuse_1000},
    {"reuse", "register_distance_more", &SmCounters::register_reuse_more},
    {"reuse", "line_distance_10", &SmCounters::line_reuse_10},
    {"reuse", "line_distance_100", &SmCounters::line_reuse_100},
    {"reuse", "line_distance_1000", &SmCounters::line_reuse_1000},
    {"reuse", "line_distance_more", &SmCounters::line_reuse_more},
    {"reuse", "values_read_0", &SmCounters::values_read_0},
    {"reuse", "values_read_1", &SmCounters::values_read_1},
    {"reuse", "values_read_2", &SmCounters::values_read_2},
    {"reuse", "values_read_more", &SmCounters::values_read_more},
    {"reuse", "lines_accessed_1", &SmCounters::lines_accessed_1},
    {"reuse", "lines_accessed_2", &SmCounters::lines_accessed_2},
    {"reuse", "lines_accessed_3", &SmCounters::lines_accessed_3},
    {"reuse", "lines_accessed_10", &SmCounters::lines_accessed_10},
    {"reuse", "lines_accessed_more", &SmCounters::lines_accessed_more},
};

constexpr Field<InterconnectTotals> kInterconnectFields[] = {
    {"interconnect", "requests", &InterconnectTotals::requests},
    {"interconnect", "answers", &InterconnectTotals::answers},
    {"interconnect", "request_bytes", &InterconnectTotals::request_bytes},
    {"interconnect", "answer_bytes", &InterconnectTotals::answer_bytes},
    {"interconnect", "request_waits", &InterconnectTotals::request_waits},
    {"interconnect", "answer_waits", &InterconnectTotals::answer_waits},
};

constexpr Field<L2Totals> kL2Fields[] = {
    {"l2", "reads", &L2Totals::reads},
    {"l2", "read_hits", &L2Totals::read_hits},
    {"l2", "writes", &L2Totals::writes},
    {"l2", "write_hits", &L2Totals::write_hits},
    {"l2", "merges", &L2Totals::merges},
    {"l2", "fills", &L2Totals::fills},
    {"l2", "fill_bytes", &L2Totals::fill_bytes},
    {"l2", "write_backs", &L2Totals::write_backs},
    {"l2", "write_back_bytes", &L2Totals::write_back_bytes},
    {"l2", "stalls", &L2Totals::stalls},
    {"l2", "read_bytes", &L2Totals::read_bytes},
    {"l2", "write_bytes", &L2Totals::write_bytes},
};

constexpr Field<DramCounters> kDramFields[] = {
    {"dram", "reads", &DramCounters::reads},
    {"dram", "writes", &DramCounters::writes},
    {"dram", "read_bytes", &DramCounters::read_bytes},
    {"dram", "write_bytes", &DramCounters::write_bytes},
    {"dram", "busy_cycles", &DramCounters::busy_cycles},
    {"dram", "row_hits", &DramCounters::row_hits},
    {"dram", "row_misses", &DramCounters::row_misses},
    {"dram", "row_conflicts", &DramCounters::row_conflicts},
};

// What several SMs counted, together.
inline void add(SmCounters& sum, const SmCounters& sm) {
  for (const Field<SmCounters>& field : kSmFields) sum.*field.value += sm.*field.value;
  const auto each = [](auto& all, const auto& one) {
    for (std::size_t i = 0; i < all.size(); ++i) all[i] += one[i];
  };
  each(sum.stalls, sm.stalls);
  each(sum.bank_histogram, sm.bank_histogram);
  each(sum.conflict_histogram, sm.conflict_histogram);
}

}  // namespace unibank
