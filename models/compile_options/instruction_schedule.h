// In which order a block's instructions stand: what a design tells the compiler.
#pragma once

#include <cstdint>

namespace unibank::compiler {

enum class ScheduleHabit : std::uint8_t {
  kAsWritten,      // the order of the PTX
  kFarLoadsEarly,  // loads that may come from memory outside the SM as early and together as registers allow
  kLoadsEarly,     // those, and what takes longer than the ALU as far before its use as it takes: ptxas's habit
};

// Cycles, for kLoadsEarly, from an instruction's issue to that of one that reads its result, beyond those of an ALU
// result: other warps fill the latter. Loads from outside the SM have no number: nothing in a block covers them.
struct InstructionSchedule {
  ScheduleHabit habit = ScheduleHabit::kAsWritten;
  // 32-bit registers that a thread may take for it; at least those that it takes as written, at most the limit.
  unsigned registers = 0;
  unsigned special_function = 0;  // special functions, divisions, square roots
  unsigned scratchpad = 0;        // loads of the scratchpad
};

}  // namespace unibank::compiler
