#include "report/run_result.h"

namespace unibank {

const char* stall_name(Stall cause) {
  switch (cause) {
    case Stall::kConflictPenalty: return "conflict_penalty";
    case Stall::kGate: return "gate";
    case Stall::kMemoryUnitFull: return "memory_unit_full";
    case Stall::kOperandStageFull: return "operand_stage_full";
    case Stall::kNotActive: return "not_active";
    case Stall::kShortWait: return "short_wait";
    case Stall::kLongWait: return "long_wait";
    case Stall::kBarrier: return "barrier";
    case Stall::kDrain: return "drain";
    case Stall::kNoWarp: return "no_warp";
  }
  return "unknown";
}

}  // namespace unibank
