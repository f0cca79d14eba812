// Computes cells from finished points.
#pragma once

#include <map>
#include <set>
#include <string>

#include "reproduce/outcome.h"
#include "reproduce/point.h"

namespace unibank {

// "version 4" or "versions 4, 5"; empty if there is none.
std::string older_versions_text(const std::set<unsigned>& versions);

// `finished` by key. Cells whose points are missing have no measured value; an average waits for all of its points.
// Cells: for every metric all workloads, then the averages; of each all series; of each all values of the sweep.
// The baseline itself has no cells of a ratio, unless it lies on one of the lines (baseline_at) or is to be shown. A
// metric of several parts makes a series of each part, "384 KB: cache", or "cache" where the experiment has one series
// only.
// Published values that match no cell follow as cells of their own.
Outcome evaluate(const ExperimentPoints& points, const PointList& list,
                 const std::map<std::string, FinishedPoint>& finished, const std::string& size,
                 const std::string& program_version);

}  // namespace unibank
