// The CPU reference of srad24, kernel by kernel; the image is srad's.
#pragma once

#include <vector>

#include "workloads/srad/srad.h"

namespace unibank::srad24 {

// What the first kernel leaves to the second: of each pixel its coefficient and its differences to the neighbours.
struct Step {
  std::vector<float> coefficients, north, south, west, east;
};

Step coefficients(const srad::Image& image, float q0_squared);
srad::Image updated(const srad::Image& image, const Step& step, float lambda);

}  // namespace unibank::srad24
