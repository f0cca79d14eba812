// Which accesses bypass an L1, whatever the L1 holds.
#pragma once

#include "warp/warp_instruction.h"

namespace unibank {

// Whether an access must be visible to other SMs at once. Strong accesses of block scope stay in the SM, and local
// memory is private to the thread.
inline bool is_past_the_l1(const StaticInstruction& what) {
  if (what.space == Space::kLocal) return false;
  switch (what.cache) {
    case CacheOperator::kGlobal:
    case CacheOperator::kVolatile:
    case CacheOperator::kWriteThrough: return true;
    default: return what.strong && what.scope > Scope::kBlock;
  }
}

}  // namespace unibank
