// Energy of a run, from its counters (SYSTEMS.md section 1, item 13).
#pragma once

#include <vector>

#include "design/design.h"
#include "report/run_result.h"

namespace unibank {

// In picojoule: register_file, scratchpad, cache (their banks), other_dynamic, leakage, dram, total, in this order;
// empty for a functional run, which has no time.
//
// The rest of the SM draws constant power: the SM's dynamic power less the bank power of `baseline`, the same program
// on the reference machine. Without a baseline the run is its own, which makes all its dynamic energy power x time.
// Throws InputError for an unknown energy table.
std::vector<EnergyComponent> energy(const RunResult& result, const Design& design, const RunResult* baseline = nullptr,
                                    const Design* baseline_design = nullptr);

}  // namespace unibank
