// A machine of no paper: a design of configs/designs with some of its values changed at random within their ranges.
#pragma once

#include <string>
#include <vector>

#include "support/random.h"

namespace unibank::test {

struct RandomDesign {
  std::string base;                    // of configs/designs
  std::vector<std::string> overrides;  // "section.key=value", as --set takes them
};

// Changes up to 12 values, each within its range and all accepted together by the checks of designs. The section `run`
// stays unchanged, because it concerns the simulation only.
RandomDesign random_design(Random& random);
RandomDesign random_design(Random& random, const std::vector<std::string>& bases);  // of these

}  // namespace unibank::test
