// What a memory instruction asks of the L1.
#pragma once

#include "l1/line_jobs.h"
#include "warp/warp_instruction.h"

namespace unibank {

inline LineOperation line_operation(MemoryOp operation) {
  switch (operation) {
    case MemoryOp::kStore: return LineOperation::kStore;
    case MemoryOp::kAtomic: return LineOperation::kAtomic;
    case MemoryOp::kReduction: return LineOperation::kReduction;
    default: return LineOperation::kLoad;
  }
}

}  // namespace unibank
