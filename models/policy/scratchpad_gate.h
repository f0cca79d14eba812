// Seam 3: may this block touch this scratchpad address now.
#pragma once

#include "base/registry.h"
#include "base/types.h"

namespace unibank {

struct ScratchpadAccess {
  unsigned block_slot = 0, warp = 0;
  std::uint64_t lowest = 0, highest = 0;  // first and last byte touched, as offsets in the block's scratchpad
  Cycle cycle = 0;
};

// Yes, or no until told otherwise: the SM asks again at `retry` (kNever: at the next change of any block).
struct GateAnswer {
  bool open = true;
  Cycle retry = kNever;
};

class ScratchpadGate {
 public:
  static constexpr const char* kKind = "scratchpad gate";
  virtual ~ScratchpadGate() = default;
  virtual void reset(unsigned block_slots, unsigned scratchpad_bytes_per_block) = 0;
  virtual void block_started(unsigned block_slot) = 0;
  virtual void block_finished(unsigned block_slot) = 0;
  virtual GateAnswer ask(const ScratchpadAccess& access) = 0;
  // Whether rank() ever differs between blocks; the SM asks for ranks only then.
  virtual bool has_ranks() const { return false; }
  // Scheduling class of a block's warps for WarpView::rank (0 first).
  virtual std::uint8_t rank(unsigned /*block_slot*/) const { return 0; }
};

using ScratchpadGateRegistry = Registry<ScratchpadGate>;

}  // namespace unibank
