// The 16-bit floating-point types and pairs of them in 32 bits, as values of a lane (see lanes.h). They are computed
// in double precision, where their products are exact; sums are rounded to odd.
#pragma once

#include <cmath>
#include <cstdint>

#include "simt/float_format.h"
#include "simt/rounding.h"

namespace unibank::simt {

struct Half {
  static constexpr Format kFormat = kHalfFormat;
  std::uint16_t bits = 0;
  Half() = default;
  explicit Half(std::uint32_t cell) : bits(static_cast<std::uint16_t>(cell)) {}
  explicit operator std::uint32_t() const { return bits; }
};
struct Bfloat {
  static constexpr Format kFormat = kBfloatFormat;
  std::uint16_t bits = 0;
  Bfloat() = default;
  explicit Bfloat(std::uint32_t cell) : bits(static_cast<std::uint16_t>(cell)) {}
  explicit operator std::uint32_t() const { return bits; }
};
template <typename T>
struct Pair {
  T low, high;
  Pair() = default;
  Pair(T low_half, T high_half) : low(low_half), high(high_half) {}
  explicit Pair(std::uint32_t cell) : low(cell & 0xffff), high(cell >> 16) {}
  explicit operator std::uint32_t() const { return low.bits | std::uint32_t{high.bits} << 16; }
};

constexpr std::uint16_t kNarrowNan = 0x7fff;  // the NaN of both types

inline double value_of(Half half) {
  const std::uint32_t magnitude = half.bits & 0x7fffu, sign = (half.bits & 0x8000u) << 16;
  if (magnitude >= 0x7c00) return double{float_of(sign | 0x7f800000u | (magnitude & 0x3ff) << 13)};
  // A single-precision number with these fields is 2^-112 of the value.
  return double{float_of(sign | magnitude << 13)} * 0x1p112;
}
inline double value_of(Bfloat value) { return double{float_of(std::uint32_t{value.bits} << 16)}; }

template <typename T>
T narrowed(double value, ptx::Rounding rounding = ptx::Rounding::kRn) {
  if (value != value) return T(kNarrowNan);
  return T(static_cast<std::uint32_t>(packed(T::kFormat, exact_of(kDoubleFormat, bits_of(value)), rounding)));
}

template <typename T>
T flushed_narrow(T value) {
  const bool subnormal = (value.bits & T::kFormat.infinity()) == 0;
  return subnormal ? T(value.bits & 0x8000u) : value;
}

// The sum rounded to odd: if it is not exact, the last bit is one. Rounding it again to fewer bits is then the same
// as rounding once.
inline double odd_sum(double a, double b) {
  const double sum = a + b;
  if (!std::isfinite(sum)) return sum;
  const double part = sum - a;
  const double error = (a - (sum - part)) + (b - part);
  const std::uint64_t bits = bits_of(sum);
  if (error == 0 || (bits & 1) != 0) return sum;
  return double_of((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

}  // namespace unibank::simt
