// The CPU reference of mv_shared.
#pragma once

#include <cstddef>
#include <vector>

namespace unibank::mv_shared {

// A row-major matrix times a vector: one chain of fused multiply-adds for each row, as in every form of the kernel.
std::vector<float> product(const std::vector<float>& matrix, const std::vector<float>& vector);

}  // namespace unibank::mv_shared
