// The phase of each block that shares scratchpad: before its first request for the shared part, waiting for it,
// inside, or after it; and the cycles in each phase (GateCounters).
#pragma once

#include <vector>

#include "policy/scratchpad_gate.h"

namespace unibank {

class SharingStays {
 public:
  enum class Phase : std::uint8_t { kBefore, kWaiting, kInside, kAfter };

  void reset(unsigned block_slots) { stays_.assign(block_slots, Stay()); }
  void start(unsigned slot, Cycle cycle) { stays_[slot] = {Phase::kBefore, cycle}; }
  Phase phase(unsigned slot) const { return stays_[slot].phase; }
  void change(unsigned slot, Phase phase, Cycle cycle) {
    Stay& stay = stays_[slot];
    if (stay.phase == phase && phase != Phase::kAfter) return;
    cycles_of(stay.phase) += cycle - stay.since;
    stay = {phase, cycle};
  }

  GateCounters counters;  // counters of all launches; the object's owner counts all of them except the cycles

 private:
  struct Stay {
    Phase phase = Phase::kBefore;
    Cycle since = 0;
  };

  std::uint64_t& cycles_of(Phase phase) {
    switch (phase) {
      case Phase::kBefore: return counters.cycles_before;
      case Phase::kWaiting: return counters.cycles_waiting;
      case Phase::kInside: return counters.cycles_inside;
      case Phase::kAfter: break;
    }
    return counters.cycles_after;
  }

  std::vector<Stay> stays_;
};

}  // namespace unibank
