// Scratchpad gate and warp order as blocks: the policies that a design names, made as C++ or as RTL.
#pragma once

#include "design/design.h"
#include "policy/scratchpad_gate.h"
#include "policy/warp_order.h"

namespace unibank {

// Of an Sm.
struct ScratchpadGateKind {
  static constexpr const char* kName = "scratchpad_gate";
  using Block = ScratchpadGate;
  using Parameters = PolicyChoice;
};

// Of one scheduler.
struct WarpOrderKind {
  static constexpr const char* kName = "warp_order";
  using Block = WarpOrder;
  using Parameters = PolicyChoice;
};

}  // namespace unibank
