// What a kernel's code says about how much it gains from more threads (Hayes and Zhang 2014, section 4): its average
// dispatch interval, and how many instructions it has for one that leaves the chip. Static: nothing is run.
#pragma once

#include <vector>

#include "design/design.h"
#include "warp/warp_instruction.h"

namespace unibank {

// AD_int: cycles between the dispatch of two instructions that stand one after the other, on average over the code of
// the entry and its functions, for a warp that has the SM to itself; at least 1. The fewer independent instructions
// there are, the larger.
//
// An instruction is dispatched a cycle after the one before it, or when the registers are free that it reads or writes,
// if that is later. Arithmetic, special functions, constants and parameters have the design's latencies. Loads,
// atomics and textures have none here: their time is not known before the program runs, and a scoreboard holds back who
// needs them. A chip whose compiler writes the intervals into the code (Kepler) writes those that are known.
double mean_dispatch_interval(const std::vector<StaticInstruction>& code, const Design::Sm& sm);

// Instructions as they stand in the code, each counted once.
struct InstructionCounts {
  unsigned off_chip = 0;  // loads, stores and atomics of global and local memory, spills or not
  unsigned others = 0;
};

InstructionCounts count_instructions(const std::vector<StaticInstruction>& code);

// Whether any value is spilled off the chip.
bool spills_to_local_memory(const std::vector<StaticInstruction>& code);

// Cycles of dispatch that there are for an instruction which leaves the chip; infinite where there is none.
double cycles_an_off_chip_instruction(const InstructionCounts& counts, double dispatch_interval);

// MAX_cmratio: half of the 400 cycles that such an instruction takes, because loads and stores overlap (section 5).
constexpr double kMaxCmratio = 200;

}  // namespace unibank
