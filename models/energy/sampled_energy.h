// The energy of a run, with intervals where its launches, or those of its baseline, are a sample.
#pragma once

#include "design/design.h"
#include "report/run_result.h"

namespace unibank {

// Puts what energy() says into the run. Half the interval is the sum of those that follow from the run's own launches
// and from the baseline's: no less than what both have together, however they depend on each other.
void put_energy(RunResult& run, const Design& design, const RunResult& baseline, const Design& baseline_design);

}  // namespace unibank
