// The slot demand of a whole program: instructions together with the call chains that lead to them.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/spill_variables.h"

namespace unibank::compiler {

struct SlotCall {
  std::uint32_t pc = 0;
  std::vector<std::uint32_t> callees;  // bodies; several if the call goes through a register
};

// A body of a program, by its number. Callees have lower numbers than their callers, the entry has the highest. Calls
// in cycles are left out, and so are the variables of bodies in cycles.
struct SlotBody {
  SpillVariables spills;
  std::vector<SlotCall> calls;
};

// State of the plan: which variables count, and by how many slots the pointer advances at each call.
struct SlotState {
  std::vector<std::vector<bool>> kept;         // for each body and variable: whether the variable is counted
  std::vector<std::vector<unsigned>> advance;  // for each body and call, in slots
};

// Slots of the counted variables among `live`.
unsigned slots_of(const SpillVariables& of, const std::vector<std::uint32_t>& live, const std::vector<bool>& kept);

// Slots from a body's first to the last of its callees, for each body, given the frames of all bodies.
std::vector<unsigned> inclusive_slots(const std::vector<SlotBody>& bodies, const SlotState& state,
                                      const std::vector<unsigned>& frames);

// A composition instruction is an instruction with the calls that lead to it; its live variables are those live at any
// of them. For each counted variable: the number of compositions with more than `limit` slots in which it is live. If
// the whole frame of a caller stays below its callees, all of its variables count there as live.
std::vector<std::vector<double>> frequencies_over(const std::vector<SlotBody>& bodies, const SlotState& state,
                                                  unsigned limit, bool whole_frames);

}  // namespace unibank::compiler
