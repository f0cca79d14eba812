// Seeded values around 0, for programs that only add and multiply.
#pragma once

#include <cstddef>
#include <vector>

#include "workloads/random_input.h"

namespace unibank {

// -1 <= x < 1 in steps of 2^-23.
inline std::vector<float> random_signed(std::size_t count, std::uint32_t seed) {
  RandomInput random(seed);
  std::vector<float> values(count);
  for (float& value : values) value = 2.0f * random.unit() - 1.0f;
  return values;
}

}  // namespace unibank
