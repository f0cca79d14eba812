// The energy of a run, with intervals if its launches, or those of its baseline, are a sample.
#pragma once

#include <string>

#include "design/design.h"
#include "report/run_result.h"

namespace unibank {

// Stores the result of energy() in the run, with the name of its energy table. The half width of an interval is the sum
// of the half widths that follow from the run's own launches and from the baseline's. This is an upper bound, even if
// the two are correlated.
// A run whose energy cannot be computed, because banks take more than energy.sm_dynamic_watt, is valid without it: it
// then has no energy, and the returned text says why. Empty: energy() has not refused.
std::string put_energy(RunResult& run, const Design& design, const RunResult& baseline, const Design& baseline_design);

}  // namespace unibank
