// The order in which a straight line of instructions is best issued.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/dependences.h"
#include "compiler/live_values.h"

namespace unibank::compiler {

// A line of instructions none of which is fixed (dependences.h).
struct ScheduleLine {
  std::vector<std::vector<Dependence>> behind;  // of each instruction
  std::vector<unsigned> latency;                // cycles until its result can be read; at least 1
  std::vector<bool> far;                        // its result may come from memory outside the SM
  std::vector<bool> early;                      // a far load that may be issued early: no atomic
};

// Loads as early and together as they can be, in rounds: first all early loads, with what computes their addresses, that
// wait for no far load of this round and fit into `registers` 32-bit registers; then everything else that waits for
// none, then what does, each in the order of the line but for results that are not there yet. Then the next round.
// A round therefore is a strand of Gebhart et al. (2011).
//
// Never takes more registers than the larger of `registers` and what the line takes as it is: it then loads less in a
// round, and in the end stays as it is. Returns the instructions in their new order; the same ones for the same line.
std::vector<std::uint32_t> schedule_line(const ScheduleLine& line, const LiveValues& values, unsigned registers);

}  // namespace unibank::compiler
