// Inputs and comparisons of the programs of today, for the CPU side.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "simt/half.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank::today {

// Rounded to nearest even.
inline std::uint16_t half_of(double value) { return simt::narrowed<simt::Half>(value).bits; }
inline float value_of_half(std::uint16_t half) { return static_cast<float>(simt::value_of(simt::Half(half))); }

inline std::vector<std::uint16_t> halves_of(const std::vector<float>& values) {
  std::vector<std::uint16_t> halves;
  halves.reserve(values.size());
  for (const float value : values) halves.push_back(half_of(value));
  return halves;
}
inline std::vector<float> values_of_halves(const std::vector<std::uint16_t>& halves) {
  std::vector<float> values;
  values.reserve(halves.size());
  for (const std::uint16_t half : halves) values.push_back(value_of_half(half));
  return values;
}

// Whole eighths from -1 to 1. Products are whole 64ths, so a sum of up to 2^18 of them is exact in single precision in
// any order, also in the tensor units of real chips: device and CPU must agree to the last bit.
inline std::vector<float> random_eighths(std::size_t count, std::uint32_t seed) {
  RandomInput random(seed);
  std::vector<float> values(count);
  for (float& value : values) value = (static_cast<float>(random.below(17)) - 8) / 8;
  return values;
}

// -1 <= x < 1, rounded to halves.
inline std::vector<float> random_halves(std::size_t count, std::uint32_t seed, float scale = 1) {
  RandomInput random(seed);
  std::vector<float> values(count);
  for (float& value : values) value = value_of_half(half_of(scale * (2 * random.unit() - 1)));
  return values;
}

struct Bound {
  double absolute = 0, relative = 0;  // together
};

// Compares results of functions that machines round differently. A NaN is always a difference.
template <typename Reference>
Verdict compare_within(const std::vector<float>& device, const std::vector<Reference>& cpu, const std::string& item,
                       std::size_t columns, Bound bound) {
  double largest = 0;
  for (std::size_t i = 0; i < cpu.size(); ++i) {
    const double error = std::abs(double{device[i]} - double{cpu[i]});
    if (!(error <= bound.absolute + bound.relative * std::abs(double{cpu[i]})))
      return compare(device, std::vector<float>(cpu.begin(), cpu.end()), item, columns);
    largest = std::max(largest, error);
  }
  std::ostringstream text;
  text << cpu.size() << ' ' << item << "s, at most " << largest << " from the CPU's";
  return {true, text.str()};
}

}  // namespace unibank::today
