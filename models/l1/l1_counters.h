// What an L1 counts.
#pragma once

#include "base/counters.h"

namespace unibank {

#define UNIBANK_L1_COUNTERS(counter) \
  counter(accesses, "cache.accesses", "lines", "looked up by loads and stores") \
  counter(hits, "cache.hits", "lines", "found by loads and stores") \
  counter(load_accesses, "cache.load_accesses", "lines", "looked up by loads") \
  counter(load_hits, "cache.load_hits", "lines", "found by loads") \
  counter(local_accesses, "cache.local_accesses", "lines", "of local memory looked up by loads and stores") \
  counter(local_hits, "cache.local_hits", "lines", "of local memory found by them") \
  counter(dirty_hits, "cache.dirty_hits", "lines", "found that were dirty") \
  counter(store_evictions, "cache.store_evictions", "lines", "that went because they were stored to (write-evict)") \
  counter(store_allocations, "cache.store_allocations", "lines", "that stores entered without a fetch") \
  counter(sector_misses, "cache.sector_misses", "lines", "found by loads that touch sectors which are not there") \
  counter(bypasses, "cache.bypasses", "lines", "missed by loads that the line policy kept out") \
  counter(victims_kept, "victims.kept", "lines", "driven out of the L1 and written to idle rows of registers") \
  counter(victims_dropped, "victims.dropped", "lines", "of these, that were lost before their row was written") \
  counter(victim_hits, "victims.hits", "lines", "missed by loads that were read from such rows") \
  counter(dirtied, "cache.dirtied", "lines", "that a store made dirty") \
  counter(flushed, "cache.flushed", "lines", "written back as a kernel ended or the division changed") \
  counter(row_reads, "cache.row_reads", "rows", "read from the cache: of 16 bytes, of 4 in narrow banks") \
  counter(row_writes, "cache.row_writes", "rows", "written to it") \
  counter(cache_by_cache, "lines.cache_by_cache", "lines", "of memory that lost their way to another of memory") \
  counter(register_by_cache, "lines.register_by_cache", "lines", \
          "with a register that lost their way to one of memory")
UNIBANK_COUNTERS(L1Counters, "sm.l1", UNIBANK_L1_COUNTERS);

}  // namespace unibank
