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

// `finished` is indexed by key. Cells with missing points have no measured value; an average needs all of its points.
// Cells are ordered by metric, then by row (all workloads, then the averages), then by series, then by the values of
// the sweep. The baseline has no ratio cells, unless it lies on one of the lines (baseline_at) or must be shown
// (show_baseline). A metric of several parts has a separate series for each part: "384 KB: cache", or "cache" if the
// experiment has only one series. Published values that match no cell follow as separate cells.
Outcome evaluate(const ExperimentPoints& points, const PointList& list,
                 const std::map<std::string, FinishedPoint>& finished, const std::string& size,
                 const std::string& program_version);

}  // namespace unibank
