// The CPU reference of sgemv.
#pragma once

#include <cstddef>
#include <vector>

namespace unibank::sgemv {

// alpha A x: A is column-major, has x.size() columns, and has `stride` elements from one column to the next. Each row
// is one chain of fused multiply-adds, column by column, as in the kernel.
std::vector<float> multiply(const std::vector<float>& a, const std::vector<float>& x, std::size_t rows,
                            std::size_t stride, float alpha);

}  // namespace unibank::sgemv
