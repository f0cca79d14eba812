// The compiler options for spilled values in the block's scratchpad instead of local memory (Hayes and Zhang 2014,
// section 3).
#pragma once

#include <cstdint>
#include <limits>

#include "base/dim3.h"

namespace unibank::compiler {

// Where the slots of a called function begin, relative to its caller's first slot.
enum class StackDiscipline : std::uint8_t {
  kTraditional,    // after all slots of the caller
  kRegisterStack,  // after the caller's last slot that holds a value across the call
  kMoving,         // after as many slots as hold a value across the call: the caller packs these values before it, and
                   // restores their places after it
};

constexpr const char* kSlotArea = "__slots";  // the variable in the scratchpad

struct ScratchpadSpills {
  // Slots of 32 bits per thread, over all calls; 0: no pass, all spills go to local memory. Slot
  // s of thread t lies (s x threads + t) x 4 bytes after the beginning of the slots, which follow the static variables
  // and precede a dynamic array.
  unsigned slots = 0;
  static constexpr unsigned kAsNeeded = std::numeric_limits<std::uint32_t>::max();
  Dim3 block{0, 0, 0};  // the threads of a block; the kernel can be launched with no other shape
  StackDiscipline stack = StackDiscipline::kMoving;
};

}  // namespace unibank::compiler
