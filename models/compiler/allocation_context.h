// Constraints on a body's register allocation from its callers and callees.
#pragma once

#include <cstdint>
#include <vector>

#include "warp/warp_instruction.h"

namespace unibank::compiler {

constexpr unsigned kLeastRegisters = 16;  // the smallest limit that every kernel fits

struct AllocationContext {
  unsigned limit = kMaxRegisters;     // 32-bit registers per thread; the rest is spilled to local memory
  unsigned reserved = 0;              // of these, registers reserved for other passes
  // Of each virtual register the number it must get, or kFree. Shorter than Kernel::registers: the rest is free.
  // In callers the registers for arguments and results are fixed this way: the callee has chosen them.
  std::vector<std::int32_t> fixed;
  // Clobbered by a call, by the index of the callee (the kFunction operand): all physical registers and
  // predicates that it or anything it calls uses. The last entry is for calls through a register.
  // A lowered call reads its argument registers and writes its result registers as operands: results first
  // (Instruction::destinations), then the callee, then the arguments. Its results are not part of its clobbers.
  std::vector<RegisterSet> clobbers;
  // Virtual registers with a value at the body's begin: the arguments of a function, its stack pointer.
  std::vector<std::uint32_t> inputs;
  // Virtual registers whose number other passes look up: they are never renamed, spilled or recomputed. Results of a
  // function; each `ret` names them as operands, so that they are read there.
  std::vector<std::uint32_t> pinned;
  // Virtual register with the thread's frame address, for bodies whose frame does not start at 0: spill slots are
  // then [slots + offset + stack pointer]. It is pinned, survives calls, and has a value at the body's begin. -1: none.
  // Slots are one variable of space kLocal, the last of Kernel::symbols, after the body's own `local_bytes`.
  std::int32_t stack_pointer = -1;
  static constexpr std::int32_t kFree = -1;
};

}  // namespace unibank::compiler
