// Which variables of a program have slots in the scratchpad, and where.
#pragma once

#include <vector>

#include "compiler/compositions.h"
#include "compiler/slot_stack.h"

namespace unibank::compiler {

struct SlotPlan {
  struct Body {
    std::vector<std::vector<unsigned>> places;  // of each variable, its slots in the body's frame; none: local memory
    unsigned frame = 0;                         // slots of the body itself
    std::vector<SlotShift> shifts;              // of each call; nothing where what is called has no slots
  };
  std::vector<Body> bodies;
  unsigned max_live = 0;  // slots in which all variables would fit
  unsigned slots = 0;     // of a thread
};

// Hayes and Zhang 2014, section 3.2.2; SYSTEMS.md section 4, items 3 to 7. As long as the program takes more slots than
// `limit`, the variable that is live in the fewest compositions over the limit leaves; among equals the one with the
// fewest accesses. What is left is coloured body by body: within the most that is live in the body at once, or with
// more where that many are free. What finds no place leaves, too.
SlotPlan plan_slots(const std::vector<SlotBody>& bodies, unsigned limit, StackDiscipline stack);

}  // namespace unibank::compiler
