// Whether a condition of a study holds for a point.
#pragma once

#include <string>
#include <vector>

#include "sweep/points.h"

namespace unibank::sweep {

// All conditions hold. `keys`: of point.at. A key that the point's design does not have makes a condition false, and so
// does a bound on what is no number.
bool holds(const Exclusion& exclusion, const Point& point, const std::vector<std::string>& keys);

}  // namespace unibank::sweep
