// The CPU reference of layer_norm.
#pragma once

#include <cstddef>
#include <vector>

namespace unibank::layer_norm {

constexpr float kEpsilon = 1e-5f;

// For each row, (x - mean) / sqrt(variance + kEpsilon) * weight + bias, in double precision.
std::vector<double> rows(const std::vector<float>& in, const std::vector<float>& weight,
                         const std::vector<float>& bias);

}  // namespace unibank::layer_norm
