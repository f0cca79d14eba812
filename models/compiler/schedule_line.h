// The best issue order of a straight line of instructions.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "compiler/dependences.h"
#include "compiler/live_values.h"

namespace unibank::compiler {

// A line of instructions none of which is fixed (dependences.h).
struct ScheduleLine {
  std::vector<std::vector<Dependence>> behind;  // for each instruction, the instructions that it must follow
  std::vector<unsigned> latency;                // cycles until its result can be read; at least 1
  std::vector<bool> far;                        // whether its result may come from memory outside the SM
  std::vector<bool> early;                      // whether it is a far load that may be issued early (not an atomic)
};

// The first of `attempt`'s orders that takes no more registers than the larger of `registers` and the need of the
// written line. `attempt` gets that bound, and `room`, the registers that it may fill: first as many as the bound, then
// fewer. Empty: no order fits.
std::optional<std::vector<std::uint32_t>> order_within(
    const ScheduleLine& line, const LiveValues& values, unsigned registers,
    const std::function<std::vector<std::uint32_t>(unsigned room, unsigned bound)>& attempt);

// Issues loads as early and as close together as possible, in rounds. A round has all early loads, with their address
// computations, that wait for no far load of this round and fit into `registers` 32-bit registers; then the other
// instructions: as long as there are any, those that wait for no far load of the round and need no further register;
// then the rest. Each group keeps the order of the line, except that later instructions pass one whose operands are
// pending. So a round is a strand of Gebhart et al. (2011).
//
// Never takes more registers than the larger of `registers` and the need of the written line: it then loads less per
// round, and in the end keeps the written order. Returns the instructions in their new order; deterministic.
std::vector<std::uint32_t> schedule_line(const ScheduleLine& line, const LiveValues& values, unsigned registers);

}  // namespace unibank::compiler
