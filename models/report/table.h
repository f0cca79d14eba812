// Results side by side, as text.
#pragma once

#include <string>
#include <vector>

#include "report/run_result.h"

namespace unibank {

// One column per run, one row per quantity; every column but the first also shows its ratio to the first. Rows that
// few runs need (such as a stall cause) are omitted if they are zero in all runs. A line below says which run is the
// baseline of energies that depend on one. Ends with a line feed.
std::string results_table(const std::vector<RunResult>& runs);

}  // namespace unibank
