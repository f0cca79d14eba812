// The state, other than the cycle, that the stages of one Sm share: instructions in flight, and common counters.
#pragma once

#include <memory>
#include <vector>

#include "cycle/sm_cycle.h"
#include "l1/leaving_lines.h"
#include "policy/victim_lines.h"
#include "sm/expected_values.h"
#include "sm/in_flight.h"
#include "sm/register_life.h"
#include "sm/reuse_statistics.h"

namespace unibank {

class SmContext : public SmCycle {
 public:
  // The last result of an instruction has been granted its bank: its registers may be read from this cycle on.
  virtual void result_written(InFlight& instruction) = 0;

  InFlightPool instructions;
  RegisterLife register_life;
  // Cycles of the tag stage between issue and operand read; 0 where registers are found without tags. Results are
  // looked up in the last cycle of their unit, so writing them takes no longer.
  Cycle tag_stage = 0;
  LeavingLines leaving;
  std::unique_ptr<ExpectedValues> expected;  // null unless run.check_data
  std::unique_ptr<ReuseStatistics> reuse;    // null unless run.reuse_statistics
};

}  // namespace unibank
