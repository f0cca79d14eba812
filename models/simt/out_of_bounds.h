// Accesses outside of every allocation in a run that continues: they are counted, and the first one is described.
#pragma once

#include <cstdint>
#include <string>

#include "base/counters.h"

namespace unibank {

// Under run.out_of_bounds = warn.
#define UNIBANK_OUT_OF_BOUNDS_COUNTERS(counter) \
  counter(reads, "memory.out_of_bounds_reads", "reads", "by a thread, outside of every allocation: return 0") \
  counter(writes, "memory.out_of_bounds_writes", "writes", "by a thread, outside of every allocation: dropped")
UNIBANK_COUNTERS(OutOfBoundsCounters, "program", UNIBANK_OUT_OF_BOUNDS_COUNTERS);

struct OutOfBoundsAccesses {
  std::uint64_t reads = 0, writes = 0;  // one per lane; writes: stores, atomics and reductions
  std::string first;                    // kernel, line, block, thread, address, nearest buffer

  std::uint64_t count() const { return reads + writes; }
  OutOfBoundsCounters counters() const { return {reads, writes}; }
  void add(const OutOfBoundsAccesses& later) {
    if (count() == 0) first = later.first;
    reads += later.reads;
    writes += later.writes;
  }
  std::string warning() const {
    return std::to_string(count()) + " accesses out of bounds (" + std::to_string(reads) + " reads returned 0, " +
           std::to_string(writes) + " writes dropped), the first: " + first;
  }
};

}  // namespace unibank
