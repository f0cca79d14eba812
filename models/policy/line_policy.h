// Seam 5: which lines the L1 keeps: which enter, where in the order of use, and which have to go.
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
  // The tags have been emptied and have this size; 0 sets: there is no cache in this launch.
  virtual void reset(unsigned /*sets*/, unsigned /*ways*/) {}
  // A load has missed. True: its whole line is read and enters the tags when it comes. False: the load bypasses the
  // cache, and the sectors that it needs are read. Asked once for every line of a load that misses.
  virtual bool enters(const CacheLookup& /*miss*/) { return true; }
  // Whether enters() ever answers no.
  virtual bool bypasses() const { return false; }
  // Which line of a full set has to go, and whether a line that enters is the first to go; null: the least recently
  // used goes and a line enters as the most recently used one.
  virtual const Replacement* replacement() const { return nullptr; }
  // Where lines go that are driven out; null: nowhere. Only beside registers that are in banks of their own.
  virtual VictimLines* victims() { return nullptr; }
  // Is told of lookups and evictions; null: nothing is told.
  virtual CacheObserver* observer() { return nullptr; }
  // What it counts, if it does (UNIBANK_COUNTERS).
  virtual void add_counters_to(CounterValues& /*all*/) const {}
  // Variables that a waveform shows.
  virtual PolicySignals signals() const { return {}; }
};

using LinePolicyRegistry = Registry<LinePolicy>;

}  // namespace unibank
