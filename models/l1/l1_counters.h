// Counters of an L1.
#pragma once

#include "base/counters.h"

namespace unibank {

#define UNIBANK_L1_COUNTERS(counter) \
  counter(accesses, "cache.accesses", "lines", "of loads and stores; those that go around the cache count as misses") \
  counter(hits, "cache.hits", "lines", "found by loads and stores") \
  counter(load_accesses, "cache.load_accesses", "lines", "of loads; those that go around the cache count as misses") \
  counter(load_hits, "cache.load_hits", "lines", "found by loads") \
  counter(local_accesses, "cache.local_accesses", "lines", "of local memory, of loads and stores") \
  counter(local_hits, "cache.local_hits", "lines", "of local memory found by loads and stores") \
  counter(dirty_hits, "cache.dirty_hits", "lines", "found dirty") \
  counter(store_evictions, "cache.store_evictions", "lines", "invalidated by a store (write-evict)") \
  counter(store_allocations, "cache.store_allocations", "lines", "allocated by stores without a fetch") \
  counter(sector_misses, "cache.sector_misses", "lines", "found by loads that touch missing sectors") \
  counter(bypasses, "cache.bypasses", "lines", "missed by loads and not allocated by the line policy") \
  counter(victims_kept, "victims.kept", "lines", \
          "evicted from the L1 and sent to idle rows of registers, those dropped included") \
  counter(victims_dropped, "victims.dropped", "lines", "kept and lost before their row was written") \
  counter(victim_hits, "victims.hits", "lines", "missed by loads and read from idle rows of registers") \
  counter(dirtied, "cache.dirtied", "lines", "made dirty by a store") \
  counter(flushed, "cache.flushed", "lines", "written back at a kernel's end, a release, an acquire, a new division") \
  counter(row_reads, "cache.row_reads", "rows", "read from the cache (16 bytes; 4 in narrow banks)") \
  counter(row_writes, "cache.row_writes", "rows", "written to the cache") \
  counter(cache_by_cache, "lines.cache_by_cache", "lines", "of memory evicted by another line of memory") \
  counter(register_by_cache, "lines.register_by_cache", "lines", \
          "of registers evicted by a line of memory")
UNIBANK_COUNTERS(L1Counters, "sm.l1", UNIBANK_L1_COUNTERS);

}  // namespace unibank
