// Throttle: how many of the resident blocks and warps may issue.
#pragma once

#include "base/counters.h"
#include "base/registry.h"
#include "base/types.h"
#include "policy/cache_observer.h"
#include "policy/signals.h"

namespace unibank {

// The block slots and warps of a launch on one SM.
struct ThrottleLaunch {
  unsigned block_slots = 0, warps_per_block = 1, schedulers = 1;
};

// Use of the issue slots of one SM in a window of time: slots = cycles x schedulers x issue width.
struct ThrottleWindow {
  Cycle cycles = 0;
  std::uint64_t slots = 0, issued = 0;
  std::uint64_t long_wait = 0;    // unused slots: no warp is ready, some wait for memory or sleep, none for a unit
  std::uint64_t short_wait = 0;   // unused slots: no warp is ready, some wait for a unit of the SM; or no warp waits,
                                  // and all ready ones have issued in the cycle
  std::uint64_t unit_full = 0;    // unused slots: the unit or the operand stage had no room for a ready warp
  std::uint64_t held = 0;         // unused slots: the ready warps were held or not in the active set
  unsigned resident_blocks = 0;
};

// Limits of issue: only the oldest `blocks` blocks may issue and, among their warps that do not wait at a barrier, the
// oldest `warps` of each scheduler.
struct ActiveLimit {
  static constexpr unsigned kAll = ~0u;
  unsigned blocks = kAll;
  unsigned warps = kAll;  // per scheduler
};

class Throttle {
 public:
  static constexpr const char* kKind = "throttle";
  virtual ~Throttle() = default;
  // A launch begins.
  virtual ActiveLimit reset(const ThrottleLaunch& /*launch*/) { return {}; }
  // Cycles between calls of update() while blocks are resident; 0: never.
  virtual Cycle window() const { return 0; }
  virtual ActiveLimit update(const ThrottleWindow& /*window*/) { return {}; }
  // Whether the throttle may hold a warp. If so, a held warp must not hold resources that other warps need.
  virtual bool may_hold() const { return false; }
  // Receives lookups and evictions; null: no observer.
  virtual CacheObserver* observer() { return nullptr; }
  // Adds its counters, if it has any (UNIBANK_COUNTERS).
  virtual void add_counters_to(CounterValues& /*all*/) const {}
  // Variables that a waveform shows.
  virtual PolicySignals signals() const { return {}; }
};

using ThrottleRegistry = Registry<Throttle>;

}  // namespace unibank
