// The order in which a study's missing points start.
#pragma once

#include <vector>

#include "sweep/database.h"
#include "sweep/points.h"
#include "unibank/sweep_runner.h"

namespace unibank {

// Orders the points by expected time, the longest first, so that no long point is left for the end. Sets numbers and
// expected seconds.
PointsToRun ordered_points(sweep::PointSpace& space, sweep::Database& database,
                           const std::vector<sweep::Number>& missing);

// The requested number of processes at a time, or the number of cores.
unsigned processes_of(unsigned jobs);

// The expected CPU seconds as a sentence: "expected: 12 s of CPU time, of which ...".
std::string cost_text(sweep::PointSpace& space, sweep::Database& database, const std::vector<sweep::Number>& missing);

}  // namespace unibank
