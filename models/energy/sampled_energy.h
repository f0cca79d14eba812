// The energy of a run, with intervals if its launches, or those of its baseline, are a sample.
#pragma once

#include "design/design.h"
#include "report/run_result.h"

namespace unibank {

// Stores the result of energy() in the run, with the name of its energy table. The half width of an interval is the sum
// of the half widths that follow from the run's own launches and from the baseline's. This is an upper bound, even if
// the two are correlated.
void put_energy(RunResult& run, const Design& design, const RunResult& baseline, const Design& baseline_design);

}  // namespace unibank
