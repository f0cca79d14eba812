// Static estimates of how much a kernel gains from more threads (Hayes and Zhang 2014, section 4): its average
// dispatch interval, and the number of instructions per instruction that leaves the chip. Nothing is run.
#pragma once

#include <vector>

#include "design/design.h"
#include "warp/warp_instruction.h"

namespace unibank {

// AD_int: cycles between the dispatch of two consecutive instructions, on average over the code of
// the entry and its functions, for a warp that has the SM to itself; at least 1. Fewer independent instructions make it
// larger.
//
// An instruction is dispatched a cycle after the one before it, or when its source and destination registers are free,
// if that is later. Arithmetic, special functions, matrix products, constants and parameters have the design's
// latencies. Loads, atomics and textures have none here: their time is unknown before the program runs, and a
// scoreboard delays their readers. On a chip whose compiler encodes the intervals (Kepler), it also encodes only the
// known ones.
double mean_dispatch_interval(const std::vector<StaticInstruction>& code, const Design::Sm& sm);

// Static instructions, each counted once.
struct InstructionCounts {
  unsigned off_chip = 0;  // loads, stores and atomics of global and local memory, spills or not
  unsigned others = 0;
};

InstructionCounts count_instructions(const std::vector<StaticInstruction>& code);

// Whether any value is spilled off the chip.
bool spills_to_local_memory(const std::vector<StaticInstruction>& code);

// Cycles of dispatch per instruction that leaves the chip; infinite if there is none.
double cycles_an_off_chip_instruction(const InstructionCounts& counts, double dispatch_interval);

// MAX_cmratio: half of the 400 cycles that such an instruction takes, because loads and stores overlap (section 5).
constexpr double kMaxCmratio = 200;

}  // namespace unibank
