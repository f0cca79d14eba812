// Constraints on a body's register allocation from its callers and callees.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "warp/warp_instruction.h"

namespace unibank::compiler {

constexpr unsigned kLeastRegisters = 16;  // the smallest limit; few instructions need more: products of matrices

struct AllocationContext {
  unsigned limit = kMaxRegisters;     // 32-bit registers per thread; the rest is spilled to local memory
  unsigned reserved = 0;              // registers of the limit that are reserved for other passes
  // For each virtual register the number that it must get, or kFree. If shorter than Kernel::registers, the rest is
  // free. This fixes a caller's registers for arguments and results, which the callee has chosen.
  std::vector<std::int32_t> fixed;
  // What a call clobbers, by callee_number() (call_graph.h): all physical registers and predicates that the callee or
  // any function below it uses. A callee that is not here clobbers all. A lowered call reads its argument registers and
  // writes its result registers as operands: results first (Instruction::destinations), then the callee, then the
  // arguments. Its clobbers do not apply to its results.
  std::map<std::int32_t, RegisterSet> clobbers;
  // Virtual registers with a value at the body's beginning: the arguments of a function, its stack pointer.
  std::vector<std::uint32_t> inputs;
  // Virtual registers whose number other passes look up: they are never renamed, spilled or recomputed. They are the
  // results of a function; each `ret` names them as operands, so that they are read there.
  std::vector<std::uint32_t> pinned;
  // Virtual register with the thread's frame address, for bodies whose frame does not start at 0: spill slots are
  // then [slots + offset + stack pointer]. It is pinned, survives calls, and has a value at the body's beginning. -1:
  // none.
  // Slots are one variable of space kLocal, the last of Kernel::symbols, after the body's own `local_bytes`.
  std::int32_t stack_pointer = -1;
  static constexpr std::int32_t kFree = -1;
};

}  // namespace unibank::compiler
