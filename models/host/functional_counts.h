// Turns the counts of a run without time into counters of a result and into warnings.
#pragma once

#include <string>
#include <vector>

#include "base/counters.h"
#include "host/functional_backend.h"

namespace unibank {

// Sets the counters of instructions, thread blocks and spills.
void set_executed(const FunctionalBackend::Counts& counts, CounterValues& all);

// Reads of undefined values and accesses out of bounds: adds their counters, and a warning for each kind.
void add_faults(const FunctionalBackend::Counts& counts, CounterValues& all);
void add_warnings(const FunctionalBackend::Counts& counts, std::vector<std::string>& all);

}  // namespace unibank
