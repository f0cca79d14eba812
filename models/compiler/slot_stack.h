// The three ways to stack the slots of a caller and a callee.
#pragma once

#include <vector>

#include "compile_options/scratchpad_spills.h"

namespace unibank::compiler {

struct SlotMove {
  unsigned from = 0, to = 0;
};

// The code around one call: the moves, then the pointer advances by `advance` slots; after the call, the reverse.
struct SlotShift {
  std::vector<SlotMove> moves;
  unsigned advance = 0;
};

// `held`: slots of the caller's `frame`, in increasing order, that hold a value across the call. The last held slots
// move to the first free ones, so that each is moved at most once.
SlotShift slot_shift(StackDiscipline stack, const std::vector<unsigned>& held, unsigned frame);

}  // namespace unibank::compiler
