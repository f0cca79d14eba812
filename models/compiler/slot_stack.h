// The three ways to lay the slots of a caller and a callee behind each other.
#pragma once

#include <vector>

#include "compile_options/scratchpad_spills.h"

namespace unibank::compiler {

struct SlotMove {
  unsigned from = 0, to = 0;
};

// What happens around one call: the moves, then the pointer goes `advance` slots on; behind it, all back again.
struct SlotShift {
  std::vector<SlotMove> moves;
  unsigned advance = 0;
};

// `held`: slots, in increasing order, that hold something across the call, of the caller's `frame`. The last slots that
// are held move to the first that are not, so that each is moved at most once.
SlotShift slot_shift(StackDiscipline stack, const std::vector<unsigned>& held, unsigned frame);

}  // namespace unibank::compiler
