// The CPU reference of sgemv.
#pragma once

#include <cstddef>
#include <vector>

namespace unibank::sgemv {

// alpha A x: A is column-major, rows x x.size(), with `stride` elements from one column to the next. Each row is one
// chain of fused multiply-adds, column by column, as the kernel sums it.
std::vector<float> multiply(const std::vector<float>& a, const std::vector<float>& x, std::size_t rows,
                            std::size_t stride, float alpha);

}  // namespace unibank::sgemv
