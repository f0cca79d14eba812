// The CPU reference of monte_carlo.
#pragma once

#include <cstdint>

namespace unibank::monte_carlo {

struct Walk {
  std::int32_t made = 0, square = 0;  // steps until the walk met itself; squared distance of its end from its start
};

// Walk `number` of at most `steps` steps.
Walk walk(std::uint32_t number, std::int32_t steps, std::uint32_t seed);

}  // namespace unibank::monte_carlo
