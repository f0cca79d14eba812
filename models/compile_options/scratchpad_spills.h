// Spilled values in the block's scratchpad instead of local memory (Hayes and Zhang 2014, section 3; SYSTEMS.md section
// 4, items 2 to 7): what is asked for.
#pragma once

#include <cstdint>
#include <limits>

#include "base/dim3.h"

namespace unibank::compiler {

// Where the slots of a function that is called begin, seen from its caller's first slot.
enum class StackDiscipline : std::uint8_t {
  kTraditional,    // behind all slots of the caller
  kRegisterStack,  // behind the last one that holds something across the call
  kMoving,         // behind as many as hold something: these move together before the call, and back behind it
};

constexpr const char* kSlotArea = "__slots";  // the variable in the scratchpad

struct ScratchpadSpills {
  // Slots of 32 bits that a thread may have, through all calls; 0: no pass, everything is spilled to local memory. Slot
  // s of thread t lies (s x threads + t) x 4 bytes behind the beginning of the slots, which follow the static variables
  // and precede a dynamic array.
  unsigned slots = 0;
  static constexpr unsigned kAsNeeded = std::numeric_limits<std::uint32_t>::max();
  Dim3 block{0, 0, 0};  // of the launch: the kernel can be launched with no other
  StackDiscipline stack = StackDiscipline::kMoving;
};

}  // namespace unibank::compiler
