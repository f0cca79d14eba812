// Tests a study's conditions on a point.
#pragma once

#include <string>
#include <vector>

#include "sweep/points.h"

namespace unibank::sweep {

// Whether all conditions hold. `keys` are the keys of point.at. A condition on a key that the point's design lacks is
// false, and so is a bound on a value that is not a number.
bool holds(const Exclusion& exclusion, const Point& point, const std::vector<std::string>& keys);

}  // namespace unibank::sweep
