// What surrounds a body whose registers are allocated.
#pragma once

#include <cstdint>
#include <vector>

#include "warp/warp_instruction.h"

namespace unibank::compiler {

constexpr unsigned kLeastRegisters = 16;  // the smallest limit that every kernel can be held to

struct AllocationContext {
  unsigned limit = kMaxRegisters;     // 32-bit registers a thread may have; spills to local memory keep to it
  // Of each virtual register the number it must get, or kFree. Shorter than Kernel::registers: the rest is free.
  // The registers that carry arguments and results are fixed this way in callers: the callee has chosen them.
  std::vector<std::int32_t> fixed;
  // What does not survive a call, by the index of the callee (the kFunction operand): all physical registers and
  // predicates that it or anything it calls uses. The last entry is for calls through a register.
  std::vector<RegisterSet> clobbers;
  static constexpr std::int32_t kFree = -1;
};

}  // namespace unibank::compiler
