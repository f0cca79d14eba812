// A machine that no paper has: a published design with some of its values anywhere in their ranges.
#pragma once

#include <string>
#include <vector>

#include "support/random.h"

namespace unibank::test {

struct RandomDesign {
  std::string base;                    // a published design
  std::vector<std::string> overrides;  // "section.key=value", as --set takes them
};

// Up to 12 values, each in its range and all of them together taken by the checks of designs. What only the section run
// says stays: it is about the simulation.
RandomDesign random_design(Random& random);

}  // namespace unibank::test
