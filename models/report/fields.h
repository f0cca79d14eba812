// Names of counters in reports: one list for writing, reading and tables of values.
#pragma once

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
    {"cache", "dirty_hits", &SmCounters::cache_dirty_hits},
    {"cache", "store_evictions", &SmCounters::cache_store_evictions},
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
    {"scratchpad", "loads", &SmCounters::scratchpad_loads},
    {"scratchpad", "stores", &SmCounters::scratchpad_stores},
    {"scratchpad", "row_reads", &SmCounters::scratchpad_row_reads},
    {"scratchpad", "row_writes", &SmCounters::scratchpad_row_writes},
    {"scratchpad", "uninitialised_reads", &SmCounters::uninitialised_scratchpad_reads},
    {"memory", "global_loads", &SmCounters::global_loads},
    {"memory", "global_stores", &SmCounters::global_stores},
    {"memory", "atomics", &SmCounters::atomics},
    {"memory", "local_loads", &SmCounters::local_loads},
    {"memory", "local_stores", &SmCounters::local_stores},
    {"memory", "spill_loads", &SmCounters::spill_loads},
    {"memory", "spill_stores", &SmCounters::spill_stores},
    {"conflicts", "penalty_cycles", &SmCounters::conflict_penalty_cycles},
    {"conflicts", "arbitration_waits", &SmCounters::arbitration_waits},
    {"banks", "reads", &SmCounters::bank_reads},
    {"banks", "writes", &SmCounters::bank_writes},
};

constexpr Field<DramCounters> kDramFields[] = {
    {"dram", "reads", &DramCounters::reads},
    {"dram", "writes", &DramCounters::writes},
    {"dram", "read_bytes", &DramCounters::read_bytes},
    {"dram", "write_bytes", &DramCounters::write_bytes},
    {"dram", "busy_cycles", &DramCounters::busy_cycles},
};

}  // namespace unibank
