// Which variables of a program have slots in the scratchpad, and their slots.
#pragma once

#include <vector>

#include "compiler/compositions.h"
#include "compiler/slot_stack.h"

namespace unibank::compiler {

struct SlotPlan {
  struct Body {
    std::vector<std::vector<unsigned>> places;  // of each variable, its slots in the body's frame; none: local memory
    unsigned frame = 0;                         // slots of the body itself
    std::vector<SlotShift> shifts;              // of each call; empty if the callee has no slots
  };
  std::vector<Body> bodies;
  unsigned max_live = 0;  // slots in which all variables would fit
  unsigned slots = 0;     // slots per thread
};

// Hayes and Zhang 2014, section 3.2.2. While the program needs more slots than `limit`, the variable that is live in
// the fewest compositions over the limit is removed; among equals the one with the fewest accesses. The rest is
// coloured body by body: within as many slots as are live in the body at once, or with more if more are free. Variables
// that do not fit are removed, too.
SlotPlan plan_slots(const std::vector<SlotBody>& bodies, unsigned limit, StackDiscipline stack);

}  // namespace unibank::compiler
