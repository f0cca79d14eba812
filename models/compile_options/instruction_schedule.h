// The order of a block's instructions, as requested by a design.
#pragma once

#include <cstdint>

namespace unibank::compiler {

enum class ScheduleHabit : std::uint8_t {
  kAsWritten,      // the order of the PTX
  kFarLoadsEarly,  // loads that may leave the SM as early and together as registers allow
  kCriticalPath,   // all latencies, those of arithmetic too, are covered by independent instructions
  kLoadsEarly,     // as kFarLoadsEarly; other latencies above the ALU's are covered by independent instructions, as ptxas does
};

// Cycles, for kLoadsEarly, from an instruction's issue to that of a reader of its result, beyond those of an ALU
// result: other warps fill the latter. Loads from outside the SM have no number: no block is long enough to cover them.
struct InstructionSchedule {
  ScheduleHabit habit = ScheduleHabit::kAsWritten;
  // 32-bit registers that a thread may use for it; at least those of the written order, at most the limit.
  unsigned registers = 0;
  unsigned special_function = 0;  // special functions, divisions, square roots
  unsigned scratchpad = 0;        // loads of the scratchpad
  // kCriticalPath: of ALU results, products of matrices and loads that leave the SM if they hit the L2.
  unsigned alu = 0, tensor = 0, far_load = 0;
};

}  // namespace unibank::compiler
