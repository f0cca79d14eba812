// The energy of a run, with intervals if its launches, or those of its baseline, are a sample.
#pragma once

#include "design/design.h"
#include "report/run_result.h"

namespace unibank {

// Stores the result of energy() in the run. The half width of an interval is the sum of those that follow from the
// run's own launches and from the baseline's: an upper bound, however the two depend on each other.
void put_energy(RunResult& run, const Design& design, const RunResult& baseline, const Design& baseline_design);

}  // namespace unibank
