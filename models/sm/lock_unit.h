// Scratchpad gate and warp order as blocks: the policies of the design, in C++ or in RTL.
#pragma once

#include "design/design.h"
#include "policy/scratchpad_gate.h"
#include "policy/warp_order.h"

namespace unibank {

// Each Sm has one gate.
struct ScratchpadGateKind {
  static constexpr const char* kName = "scratchpad_gate";
  using Block = ScratchpadGate;
  using Parameters = PolicyChoice;
};

// Each scheduler has one warp order.
struct WarpOrderKind {
  static constexpr const char* kName = "warp_order";
  using Block = WarpOrder;
  using Parameters = PolicyChoice;
};

}  // namespace unibank
