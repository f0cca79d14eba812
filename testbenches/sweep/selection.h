// Tests a study's conditions on a point.
#pragma once

#include <string>
#include <vector>

#include "sweep/points.h"

namespace unibank::sweep {

// Whether all conditions hold. `keys` are the keys of point.at. A condition on a key that the point's design or program
// lacks is false, and so is a bound on a value that is not a number. What no point has, condition_names refuses.
bool holds(const Exclusion& exclusion, const Point& point, const std::vector<std::string>& keys);

}  // namespace unibank::sweep
