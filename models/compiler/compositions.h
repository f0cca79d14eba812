// What the slots of a whole program must hold at once: instructions together with the calls that lead to them.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/spill_variables.h"

namespace unibank::compiler {

struct SlotCall {
  std::uint32_t pc = 0;
  std::vector<std::uint32_t> callees;  // bodies; several when it goes through a register
};

// A body of a program, by its number. Callees have lower numbers than their callers, the entry has the highest. Calls
// of what may be running already are left out, and so are the variables of bodies that may be.
struct SlotBody {
  SpillVariables spills;
  std::vector<SlotCall> calls;
};

// How a program stands: which variables count, and by how many slots the pointer advances at each call.
struct SlotState {
  std::vector<std::vector<bool>> kept;         // of each body: its variables
  std::vector<std::vector<unsigned>> advance;  // of each body: its calls
};

// Slots of the variables that count among `live`.
unsigned slots_of(const SpillVariables& of, const std::vector<std::uint32_t>& live, const std::vector<bool>& kept);

// Slots from a body's first to the last of what it calls, of each body, when each has a frame of so many itself.
std::vector<unsigned> inclusive_slots(const std::vector<SlotBody>& bodies, const SlotState& state,
                                      const std::vector<unsigned>& frames);

// A composition instruction is an instruction with the calls that lead to it; what is live there is live at one of
// them. Of each variable that counts, the number of compositions with more than `limit` slots in which it is live. Where
// the whole frame of a caller is in the way of its callees, all of its variables count there as live.
std::vector<std::vector<double>> frequencies_over(const std::vector<SlotBody>& bodies, const SlotState& state,
                                                  unsigned limit, bool whole_frames);

}  // namespace unibank::compiler
