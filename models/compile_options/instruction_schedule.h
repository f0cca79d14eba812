// The order of a block's instructions, as requested by a design.
#pragma once

#include <cstdint>
#include <vector>

namespace unibank::compiler {

enum class ScheduleHabit : std::uint8_t {
  kAsWritten,      // the order of the PTX
  kFarLoadsEarly,  // loads that may leave the SM: as early and as close together as registers allow
  kCriticalPath,   // all latencies, those of arithmetic too, are covered by independent instructions
  kLoadsEarly,     // as kFarLoadsEarly; other latencies above the ALU's are covered by independent instructions, as by
                   // ptxas
};

// Numbers of the schedule. A latency is the cycles from an instruction's issue to the issue of a reader of its result.
// `alu` is that of an ALU result; the others are what an instruction takes beyond it. Under kLoadsEarly other warps
// cover the ALU's latency, and loads from outside the SM have none: no block is long enough to cover such a load.
struct InstructionSchedule {
  ScheduleHabit habit = ScheduleHabit::kAsWritten;
  // 32-bit registers that a thread may use for the schedule: at least those of the written order, at most the limit.
  unsigned registers = 0;
  unsigned special_function = 0;  // special functions, divisions, square roots
  unsigned scratchpad = 0;        // loads of the scratchpad
  // kCriticalPath only: ALU results, matrix products, and loads that leave the SM and hit the L2.
  unsigned alu = 0, tensor = 0, far_load = 0;

  // The latencies that the habit follows: two schedules that differ in others give the same order.
  std::vector<unsigned> latencies() const {
    switch (habit) {
      case ScheduleHabit::kAsWritten:
      case ScheduleHabit::kFarLoadsEarly: break;
      case ScheduleHabit::kLoadsEarly: return {special_function, scratchpad};
      case ScheduleHabit::kCriticalPath: return {special_function, scratchpad, alu, tensor, far_load};
    }
    return {};
  }
};

}  // namespace unibank::compiler
