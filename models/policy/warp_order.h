// Warp order: which warp issues next.
#pragma once

#include <cstdint>
#include <memory>

#include "base/counters.h"
#include "base/registry.h"
#include "base/types.h"
#include "policy/cache_observer.h"
#include "policy/signals.h"
#include "warp/warp_instruction.h"

namespace unibank {

// Sets of warps of one scheduler: bit i is the scheduler's i-th warp (at most 64).
using WarpSet = std::uint64_t;

// The state of a scheduler when it picks. A warp is in at most one of the three sets of waiting warps.
struct WarpView {
  Cycle cycle = 0;
  WarpSet resident = 0;      // slots with a warp that has not ended
  WarpSet ready = 0;         // the next instruction has its operands
  WarpSet long_wait = 0;     // waits for a value from global, local or texture memory, for copies, or sleeps
  WarpSet short_wait = 0;    // waits for a value from a unit of the SM, for its next instruction, or after a branch, a
                             // fence or a conflict penalty
  WarpSet at_barrier = 0;    // waits for its block at a barrier, or for the barrier's latency
  WarpSet opening = 0;       // of at_barrier: all warps have arrived, so it waits for the latency alone
  WarpSet gated = 0;         // refused by the gate or without a free section, and not retried yet; or held by the
                             // throttle
  WarpSet strand_start = 0;  // the next instruction starts a strand: the warp may leave an active set before it
  const std::uint64_t* age = nullptr;   // [i]: when warp i started, a counter that never repeats; smaller = older
  std::uint64_t started = 0;            // warps of this scheduler so far: no age changes while this does not
  const std::uint8_t* rank = nullptr;   // [i]: class given by the scratchpad gate (0 first); all 0 under the open gate
  // Warp w of the SM is the (w / schedulers)-th of scheduler w mod schedulers, and in block slot w / warps_per_block.
  unsigned scheduler = 0, schedulers = 1, warps_per_block = 1;
  const WarpInstruction* const* instructions = nullptr;  // [warp of the SM]: see next()
  const CacheAnswers* answers = nullptr;                 // [warp of the SM]: see cache()

  unsigned warp(unsigned i) const { return i * schedulers + scheduler; }
  unsigned block(unsigned i) const { return warp(i) / warps_per_block; }
  // A resident warp's next instruction: its unit, its memory access, its active lanes.
  const WarpInstruction& next(unsigned i) const { return *instructions[warp(i)]; }
  // L1 hits and misses of a warp's loads since it started.
  const CacheAnswers& cache(unsigned i) const { return answers[warp(i)]; }
};

class WarpOrder {
 public:
  static constexpr const char* kKind = "warp order";
  virtual ~WarpOrder() = default;
  // A new launch begins: reset all state. `warps`: slots of this scheduler.
  virtual void reset(unsigned warps) = 0;
  // The warp to issue from, among view.ready, or -1 for none; any other warp ends the run. Called in every cycle in
  // which a set of the view has changed and the scheduler may issue; extra calls must change nothing. Called again in
  // the same cycle, with the bit removed from `ready`, when the chosen instruction was refused.
  virtual int pick(const WarpView& view) = 0;
  // The warp chosen by the last pick() has issued.
  virtual void issued(unsigned warp) = 0;
  // Whether pick() returns the first of `ready`, or of those of `ready` that are active(), in an order that only
  // issued() and the view's ages and ranks change. If so, active warps that would be refused for the same reason as the
  // picked one may leave `ready` together with it, without a pick of each.
  virtual bool ranks() const { return false; }
  // Whether, in a kernel compiled for strands, a warp that waits inside a strand keeps a place that other warps need to
  // issue.
  virtual bool keeps_places_in_strands() const { return false; }
  // The cycle from which pick() may change its result without a change of the view's sets; kNever: none.
  virtual Cycle retry() const { return kNever; }
  // Receives lookups and evictions of the L1; null: no observer.
  virtual CacheObserver* observer() { return nullptr; }
  // For observers: the warps that could issue without a change of the active set; all resident warps if the order has
  // none.
  virtual WarpSet active(const WarpView& view) const { return view.resident; }
  // The largest number of warps, out of `warps`, that active() can name: these have a share of the small register
  // files.
  virtual unsigned most_active(unsigned warps) const { return warps; }
  // Adds its counters, if it has any (UNIBANK_COUNTERS).
  virtual void add_counters_to(CounterValues& /*all*/) const {}
  // Variables that a waveform shows.
  virtual PolicySignals signals() const { return {}; }
};

using WarpOrderRegistry = Registry<WarpOrder>;

// Lowest set bit at or after `from`, wrapping around; -1 when the set is empty.
inline int next_in_ring(WarpSet set, unsigned from) {
  if (set == 0) return -1;
  const WarpSet upper = from < 64 ? set >> from << from : 0;
  return __builtin_ctzll(upper ? upper : set);
}

// Warp of the set with the smallest age; -1 when the set is empty.
inline int oldest(WarpSet set, const std::uint64_t* age) {
  int best = -1;
  for (; set; set &= set - 1) {
    const int warp = __builtin_ctzll(set);
    if (best < 0 || age[warp] < age[best]) best = warp;
  }
  return best;
}

}  // namespace unibank
