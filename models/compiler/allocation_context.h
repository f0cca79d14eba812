// What surrounds a body whose registers are allocated.
#pragma once

#include <cstdint>
#include <vector>

#include "warp/warp_instruction.h"

namespace unibank::compiler {

constexpr unsigned kLeastRegisters = 16;  // the smallest limit that every kernel can be held to

struct AllocationContext {
  unsigned limit = kMaxRegisters;     // 32-bit registers a thread may have; spills to local memory keep to it
  unsigned reserved = 0;              // of these, how many are left for others
  // Of each virtual register the number it must get, or kFree. Shorter than Kernel::registers: the rest is free.
  // The registers that carry arguments and results are fixed this way in callers: the callee has chosen them.
  std::vector<std::int32_t> fixed;
  // What does not survive a call, by the index of the callee (the kFunction operand): all physical registers and
  // predicates that it or anything it calls uses. The last entry is for calls through a register.
  // A lowered call reads its argument registers and writes its result registers as operands: results first
  // (Instruction::destinations), then the callee, then the arguments. What it writes is no part of what it clobbers.
  std::vector<RegisterSet> clobbers;
  // Virtual registers that hold a value when the body begins: the arguments of a function, its stack pointer.
  std::vector<std::uint32_t> inputs;
  // Virtual registers whose number others look up: they are never renamed, spilled or computed again. Results of a
  // function, which each `ret` names as operands, so that they are read there.
  std::vector<std::uint32_t> pinned;
  // Virtual register that holds the thread's frame address, for bodies whose frame does not start at 0: spill slots are
  // then [slots + offset + stack pointer]. It is pinned, survives calls, and has a value at the body's begin. -1: none.
  // Slots are one variable of space kLocal, the last of Kernel::symbols, behind the body's own `local_bytes`.
  std::int32_t stack_pointer = -1;
  static constexpr std::int32_t kFree = -1;
};

}  // namespace unibank::compiler
