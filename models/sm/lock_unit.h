// Scratchpad gate and warp order as blocks: the policies of the design, in C++ or in RTL.
#pragma once

#include "design/design.h"
#include "policy/scratchpad_gate.h"
#include "policy/warp_order.h"

namespace unibank {

// One gate per Sm.
struct ScratchpadGateKind {
  static constexpr const char* kName = "scratchpad_gate";
  using Block = ScratchpadGate;
  using Parameters = PolicyChoice;
};

// One warp order per scheduler.
struct WarpOrderKind {
  static constexpr const char* kName = "warp_order";
  using Block = WarpOrder;
  using Parameters = PolicyChoice;
};

}  // namespace unibank
