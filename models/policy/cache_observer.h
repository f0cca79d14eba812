// Events of the L1's tags that a policy may observe: every lookup with its result, every eviction. Warps have the
// numbers of their slots in the SM.
#pragma once

#include <cstdint>

#include "base/types.h"

namespace unibank {

// One line of a load or store of global or local memory, looked up for a warp.
struct CacheLookup {
  unsigned warp = 0;
  std::uint32_t pc = 0;        // position of the instruction in its kernel
  std::uint64_t line = 0;      // byte address, a multiple of kLineBytes
  bool hit = false;
  bool store = false, local = false;
  Cycle cycle = 0;             // the cycle in which the result is available
};

// A line of memory that was evicted by another line of memory.
struct CacheEviction {
  std::uint64_t line = 0;
  Cycle cycle = 0;
};

class CacheObserver {
 public:
  virtual ~CacheObserver() = default;
  virtual void looked_up(const CacheLookup& lookup) = 0;
  virtual void evicted(const CacheEviction& /*eviction*/) {}
};

// L1 hits and misses of the loads of one warp since it started, in lines.
struct CacheAnswers {
  std::uint32_t hits = 0, misses = 0;
};

}  // namespace unibank
