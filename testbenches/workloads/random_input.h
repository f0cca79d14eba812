// Seeded input data, the same on every machine: the C++ standard defines the numbers of the engine, but not those of
// the distributions, which are therefore not used.
#pragma once

#include <cstdint>
#include <random>

namespace unibank {

class RandomInput {
 public:
  explicit RandomInput(std::uint32_t seed) : engine_(seed) {}
  // 0 .. bound - 1. The bias of the remainder, below bound / 2^32, does not matter here.
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(engine_()) % bound; }
  // 0 <= x < 1 in steps of 2^-24, which a float holds exactly.
  float unit() { return static_cast<float>(engine_() >> 8) * 0x1p-24f; }

 private:
  std::mt19937 engine_;
};

}  // namespace unibank
