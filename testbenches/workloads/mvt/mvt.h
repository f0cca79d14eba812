// The CPU reference of mvt.
#pragma once

#include <cstddef>
#include <vector>

namespace unibank::mvt {

// x + A y and x + A^T y; A is row-major and has as many rows and columns as x and y have elements. Each element is one
// chain of fused multiply-adds that begins at the element of x and goes along the row or down the column, as in the
// kernels.
std::vector<float> add_product(std::vector<float> x, const std::vector<float>& a, const std::vector<float>& y);
std::vector<float> add_transposed_product(std::vector<float> x, const std::vector<float>& a,
                                          const std::vector<float>& y);

}  // namespace unibank::mvt
