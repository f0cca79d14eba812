// What a run without time has counted, as counters of a result and as warnings.
#pragma once

#include <string>
#include <vector>

#include "base/counters.h"
#include "host/functional_backend.h"

namespace unibank {

// Instructions, thread blocks and spills.
void set_executed(const FunctionalBackend::Counts& counts, CounterValues& all);

// Reads of undefined values and accesses out of bounds: counters that are added, and a warning for each kind.
void add_faults(const FunctionalBackend::Counts& counts, CounterValues& all);
void add_warnings(const FunctionalBackend::Counts& counts, std::vector<std::string>& all);

}  // namespace unibank
