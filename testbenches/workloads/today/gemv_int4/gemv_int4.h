// The CPU reference of gemv_int4.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::gemv_int4 {

constexpr std::size_t kGroup = 128;  // weights of a row with one scale

// W x. Weight i of a row is bits 4 (i % 8) to 4 (i % 8) + 3 of word i / 8, minus 8, times the scale of its group.
// `words` has k / 8 words for each row, `scales` has k / kGroup. Summed in double precision.
std::vector<double> multiply(const std::vector<std::uint32_t>& words, const std::vector<float>& scales,
                             const std::vector<float>& x);

}  // namespace unibank::gemv_int4
