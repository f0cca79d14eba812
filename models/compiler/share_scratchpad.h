// What the compiler does for two blocks that share a part of their scratchpad: Jatala et al., section 6.
#pragma once

#include <cstdint>

#include "compiler/place_release.h"
#include "compiler/scratchpad_access.h"
#include "ptx/kernel.h"

namespace unibank::compiler {

enum class ScratchpadOrder : std::uint8_t {
  kDeclared,   // variables stand as the kernel declares them
  kReordered,  // those in use for the shortest time stand last (scratchpad_layout.h)
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

// The bytes at the beginning of a block's `scratchpad_bytes` that are its own.
std::uint64_t private_bytes(const ScratchpadSharing& sharing, std::uint64_t scratchpad_bytes);

// Lays the variables out, then places the releases. For the body of an entry, before its registers are allocated. With
// neither asked for, the body is left as it is.
void share_scratchpad(ptx::Kernel& body, const ScratchpadSharing& sharing, const Surroundings& around);

// What an entry that may call `function` must expect of it.
Surroundings surroundings_of(const ptx::Kernel& function);

}  // namespace unibank::compiler
