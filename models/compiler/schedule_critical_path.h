// An issue order of a straight line of instructions for a warp that has its scheduler to itself.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/live_values.h"
#include "compiler/schedule_line.h"

namespace unibank::compiler {

// List scheduling: of the instructions whose operands have arrived, the one with the longest path of latencies to the
// end of the line; if there is none, the one whose operands arrive first. ScheduleLine::latency of a far load is the
// latency that the compiler expects.
//
// Never takes more registers than the larger of `registers` and the need of the written line: if no such order is
// found, the result is the order of schedule_line(). Returns the instructions in their new order; deterministic.
std::vector<std::uint32_t> schedule_critical_path(const ScheduleLine& line, const LiveValues& values,
                                                  unsigned registers);

}  // namespace unibank::compiler
