// Results side by side, as text.
#pragma once

#include <string>
#include <vector>

#include "report/run_result.h"

namespace unibank {

// One column per run, one row per quantity; every column but the first also shows its ratio to the first. Rows that are
// zero in all runs (such as an unused stall cause) are omitted. Ends with a line feed.
std::string results_table(const std::vector<RunResult>& runs);

}  // namespace unibank
