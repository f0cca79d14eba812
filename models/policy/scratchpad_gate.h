// Scratchpad gate: whether a block may access a scratchpad address now.
#pragma once

#include "base/counters.h"
#include "base/registry.h"
#include "base/types.h"
#include "policy/sharing.h"
#include "policy/signals.h"

namespace unibank {

// The blocks of one launch on one SM. Warps of a block have consecutive numbers from slot x warps_per_block on; the
// last one may be partial.
struct GateLaunch {
  unsigned block_slots = 0, warps_per_block = 1, threads_per_block = kWarpSize;
  std::uint64_t scratchpad_bytes_per_block = 0;
  BlockSharing sharing;  // arranged by the partition with the gate's sharing_rule()
};

struct ScratchpadAccess {
  unsigned block_slot = 0, warp = 0;
  std::uint64_t lowest = 0, highest = 0;  // first and last byte touched, as offsets in the block's scratchpad
  Cycle cycle = 0;
};

// Grants or refuses an access. A refused access is retried in cycle `retry` (kNever: at the next change of any block or
// lock).
struct GateAnswer {
  bool open = true;
  Cycle retry = kNever;
  // True: the scheduler loses its issue slot of this cycle. Its next pick excludes the warps that the gate has refused;
  // otherwise a warp that comes first in the order could starve the warps that it waits for.
  bool takes_slot = false;
  bool lock_taken = false;  // true: granted, and the ranks of blocks may have changed
};

// The cycles_* counters divide the cycles of blocks in paired slots, with or without a resident partner, from start to
// end.
#define UNIBANK_GATE_COUNTERS(counter) \
  counter(refusals, "sharing.refusals", "accesses", "refused, counted again at each retry") \
  counter(locks_taken, "sharing.locks_taken", "locks", "that were free, taken by an access") \
  counter(hand_overs, "sharing.hand_overs", "locks", "passed to the partner at a block's end") \
  counter(releases, "sharing.releases", "locks", "released by a block before its end") \
  counter(shared_blocks, "sharing.shared_blocks", "blocks", "in paired slots, with or without a resident partner") \
  counter(cycles_before, "sharing.cycles_before", "cycles", \
          "of blocks in paired slots, from their start to their first request for the shared part, or to their end " \
          "if they make none") \
  counter(cycles_waiting, "sharing.cycles_waiting", "cycles", \
          "of blocks in paired slots, from that request until it is granted") \
  counter(cycles_inside, "sharing.cycles_inside", "cycles", \
          "of blocks in paired slots, from the grant until they release the shared part or end") \
  counter(cycles_after, "sharing.cycles_after", "cycles", \
          "of blocks in paired slots, from that release to their end")
UNIBANK_COUNTERS(GateCounters, "sm.scratchpad_gate", UNIBANK_GATE_COUNTERS);

class ScratchpadGate {
 public:
  static constexpr const char* kKind = "scratchpad gate";
  virtual ~ScratchpadGate() = default;
  // How the partition lets blocks share scratchpad. The default: not at all.
  virtual SharingRule sharing_rule() const { return {}; }
  // Whether the gate may refuse an access. If so, a refused warp must not hold resources that other warps need. If not,
  // the gate is not asked.
  virtual bool may_refuse() const { return true; }
  // Whether the gate may refuse an access in the launch of the last reset().
  virtual bool may_refuse_here() const { return may_refuse(); }
  virtual void reset(const GateLaunch& launch) = 0;
  virtual void block_started(unsigned block_slot, Cycle cycle) = 0;
  virtual void block_finished(unsigned block_slot, Cycle cycle) = 0;
  // A granted access issues in this cycle.
  virtual GateAnswer ask(const ScratchpadAccess& access) = 0;
  // `lanes` of a warp have executed relssp. Returns true if grants or ranks may have changed.
  virtual bool release(unsigned /*warp*/, LaneMask /*lanes*/, Cycle /*cycle*/) { return false; }
  // Lanes of a warp have ended, and only `live` are left. Returns true if grants or ranks may have changed.
  virtual bool lanes_ended(unsigned /*warp*/, LaneMask /*live*/, Cycle /*cycle*/) { return false; }
  // Whether rank() ever differs between blocks. If so, the SM calls it when a block or a lock has changed.
  virtual bool has_ranks() const { return false; }
  // Scheduling class of a block's warps for WarpView::rank (0 first).
  virtual std::uint8_t rank(unsigned /*block_slot*/) const { return 0; }
  // For observers: the block slot that holds the lock of a pair of blocks; kFreeLock: the lock is free.
  static constexpr int kFreeLock = -1;
  virtual int lock_holder(unsigned /*pair*/) const { return kFreeLock; }
  // Bits of state that the gate adds to an SM with this many block slots and warps.
  virtual std::uint64_t added_state_bits(unsigned /*blocks*/, unsigned /*warps*/) const { return 0; }
  // The counters of all launches so far.
  virtual GateCounters counters() const { return {}; }
  // Adds its counters under their names; a variant with further counters adds those too.
  virtual void add_counters_to(CounterValues& all) const { all.add(counters()); }
  // Variables that a waveform shows.
  virtual PolicySignals signals() const { return {}; }
};

using ScratchpadGateRegistry = Registry<ScratchpadGate>;

}  // namespace unibank
