// What a design tells the compiler of blocks that share a part of their scratchpad (Jatala et al., section 6).
#pragma once

#include <cstdint>

namespace unibank::compiler {

enum class ScratchpadOrder : std::uint8_t {
  kDeclared,   // variables stand as the kernel declares them
  kReordered,  // those in use for the shortest time stand last (scratchpad_layout.h)
};

enum class ReleasePlacement : std::uint8_t {
  kNone,
  kOptimal,         // as soon as no access can follow
  kPostDominator,   // in the nearest block that every path from every access, and every path at all, goes through
};

struct ScratchpadSharing {
  ScratchpadOrder order = ScratchpadOrder::kDeclared;
  ReleasePlacement release = ReleasePlacement::kNone;
  // t in thousandths, the part of a block's scratchpad that no other block uses, and what it is a multiple of: the same
  // as the design's rule. Dynamic arrays and what functions declare make the scratchpad larger than the compiler knows
  // here: what it then takes for shared is more than what is.
  unsigned private_per_mille = 1000;
  unsigned private_align = 4;
};

}  // namespace unibank::compiler
