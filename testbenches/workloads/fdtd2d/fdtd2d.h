// The CPU reference of fdtd2d.
#pragma once

#include <cstddef>
#include <vector>

namespace unibank::fdtd2d {

// The components of the field, row-major: hz has height x width points, ex one column more, ey one row more. The first
// and the last column of ex and the last row of ey never change.
struct Field {
  std::size_t height = 0, width = 0;
  std::vector<float> ex, ey, hz;
};

// One step: row 0 of ey becomes `source`; the other elements of ey and ex subtract half of hz's differences; then hz
// subtracts 0.7 of the curl of the new ex and ey. Each product and its subtraction are fused, as in the kernels.
void step(Field& field, float source);

}  // namespace unibank::fdtd2d
