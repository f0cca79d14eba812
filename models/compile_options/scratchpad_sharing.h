// The compiler options for blocks that share a part of their scratchpad (Jatala et al., section 6).
#pragma once

#include <cstdint>

namespace unibank::compiler {

enum class ScratchpadOrder : std::uint8_t {
  kDeclared,   // variables in the order of their declarations
  kReordered,  // variables with the shortest access range last (scratchpad_layout.h)
};

enum class ReleasePlacement : std::uint8_t {
  kNone,
  kOptimal,         // at the earliest point after which no access can follow
  kPostDominator,   // in the nearest basic block that post-dominates every access and that every path passes
};

struct ScratchpadSharing {
  ScratchpadOrder order = ScratchpadOrder::kDeclared;
  ReleasePlacement release = ReleasePlacement::kNone;
  // The part t of a block's scratchpad that no other block uses, in thousandths, and the alignment of its size in
  // bytes: equal to the design's rule. Dynamic arrays and variables of functions make the scratchpad larger than the
  // compiler knows here; it then treats more than the actual shared part as shared.
  unsigned private_per_mille = 1000;
  unsigned private_align = 4;
};

}  // namespace unibank::compiler
