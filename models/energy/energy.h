// Energy of a run, from its counters.
#pragma once

#include <vector>

#include "design/design.h"
#include "report/run_result.h"

namespace unibank {

// The components are in picojoules, by the design's energy.table.
//
// "jing2016": register_file, scratchpad, cache, tags, l2, l2_tags, leakage, total, in this order.
// Nothing beyond the L2 cache, no baseline.
//
// "gebhart2012": register_file, scratchpad, cache (their banks), other_dynamic, leakage, dram,
// total, in this order. Then, not part of the total: leakage and total at 2.37 and at 0.52 mW/KB (Q-01:
// leakage_at_2.37, total_at_2.37, ...), and the energy of the accesses to each level of the register hierarchy
// (hierarchy_lrf, _orf, _mrf; _flat: with a single register file).
//
// The rest of each SM draws constant power: the SM's dynamic power less the bank power of an SM of `baseline`, the same
// program on the reference machine; with energy.other_dynamic = "energy" the rest of all SMs takes the baseline's
// energy, independent of time.
// Without a baseline (one with another energy table does not count) the run is its own baseline, so all its dynamic
// energy is power x time.
//
// Empty for a functional run, which has no time.
// Throws InputError for an unknown energy table, and when the baseline's banks take more than energy.sm_dynamic_watt.
std::vector<EnergyComponent> energy(const RunResult& result, const Design& design, const RunResult* baseline = nullptr,
                                    const Design* baseline_design = nullptr);

}  // namespace unibank
