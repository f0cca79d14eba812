// Line policy: which lines the L1 allocates, at which recency, and which lines it evicts.
#pragma once

#include "base/counters.h"
#include "base/registry.h"
#include "policy/cache_observer.h"
#include "policy/replacement.h"
#include "policy/signals.h"
#include "policy/victim_lines.h"

namespace unibank {

class LinePolicy {
 public:
  static constexpr const char* kKind = "line policy";
  virtual ~LinePolicy() = default;
  // The tags have been emptied and have this size; 0 sets: the launch has no cache.
  virtual void reset(unsigned /*sets*/, unsigned /*ways*/) {}
  // A load has missed. True: its whole line is read and enters the tags on arrival. False: the load bypasses the
  // cache, and only its sectors are read. If bypasses(), called once for every line of a load that misses and is not
  // among victims().
  virtual bool enters(const CacheLookup& /*miss*/) { return true; }
  // Whether enters() may return false.
  virtual bool bypasses() const { return false; }
  // Chooses the victim of a full set and the recency of an entering line; null: the least recently used line is
  // evicted, and a line enters as the most recently used.
  virtual const Replacement* replacement() const { return nullptr; }
  // Where evicted lines are kept; null: nowhere. Only possible with registers in a memory of their own.
  virtual VictimLines* victims() { return nullptr; }
  // Receives lookups and evictions; null: no observer.
  virtual CacheObserver* observer() { return nullptr; }
  // Bits of state that the policy adds to an SM with a register file of this many lines and a cache of this many, whose
  // numbers in memory have `number_bits`.
  virtual std::uint64_t added_state_bits(std::uint64_t /*register_lines*/, std::uint64_t /*cache_lines*/,
                                         unsigned /*number_bits*/) const {
    return 0;
  }
  // Adds its counters, if it has any (UNIBANK_COUNTERS).
  virtual void add_counters_to(CounterValues& /*all*/) const {}
  // Variables that a waveform shows.
  virtual PolicySignals signals() const { return {}; }
};

using LinePolicyRegistry = Registry<LinePolicy>;

}  // namespace unibank
