// The CPU reference of rms_norm.
#pragma once

#include <cstddef>
#include <vector>

namespace unibank::rms_norm {

constexpr float kEpsilon = 1e-5f;

// For each row, x / sqrt(mean of squares + kEpsilon) * weight, in double precision.
std::vector<double> rows(const std::vector<float>& in, const std::vector<float>& weight);

}  // namespace unibank::rms_norm
