// Results as one line per run, for spreadsheets and plots.
#pragma once

#include <string>
#include <vector>

#include "report/run_result.h"

namespace unibank {

// A header line and one line per run: workload, size, arguments, design, verified, cycles, ipc, residency, partition
// bytes, every counter ("cache.hits"), energy in pJ, and, if some run is sampled, the sample and the ends of intervals.
// Texts are quoted where needed.
std::string results_csv(const std::vector<RunResult>& runs);

}  // namespace unibank
