// Whether a condition of a study holds for a point.
#pragma once

#include <string>
#include <vector>

#include "sweep/points.h"

namespace unibank::sweep {

// Whether all conditions hold. `keys` are the keys of point.at. A key that the point's design lacks makes a condition
// false; so does a bound on a value that is not a number.
bool holds(const Exclusion& exclusion, const Point& point, const std::vector<std::string>& keys);

}  // namespace unibank::sweep
