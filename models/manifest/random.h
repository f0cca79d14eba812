// Seeded numbers, the same on every machine: the standard fixes the engine's numbers, but not those of its
// distributions, and C libraries differ in the last bit of a logarithm.
#pragma once

#include <cstdint>
#include <random>

namespace unibank::manifest_values {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  // least .. most, both included, all equally likely.
  std::int64_t integer(std::int64_t least, std::int64_t most);
  // 0 <= x < 1 in steps of 2^-53.
  double unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  // Mean 0, deviation 1.
  double normal();

 private:
  std::mt19937_64 engine_;
  double kept_ = 0;
  bool has_kept_ = false;
};

// The natural logarithm of a positive finite number, by additions, multiplications and divisions only.
double portable_log(double x);

}  // namespace unibank::manifest_values
