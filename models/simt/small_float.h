// Floats of 8 bits, exactly as doubles. e5m2 is IEEE-like; e4m3 has no infinity, and one NaN of each sign.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "simt/float_format.h"

namespace unibank::simt {

constexpr Format kE5m2Format{2, 5}, kE4m3Format{3, 4};
constexpr std::uint64_t kSmallNan = 0x7f;  // the NaN of both types, without sign

inline double small_value(Format format, std::uint64_t bits) {
  const Exact exact = exact_of(format, bits);
  const double sign = exact.negative ? -1 : 1;
  if (exact.kind == Exact::Kind::kNan) return std::numeric_limits<double>::quiet_NaN();
  if (exact.kind == Exact::Kind::kInfinity) return sign * std::numeric_limits<double>::infinity();
  return sign * std::ldexp(static_cast<double>(exact.significand), exact.exponent);
}
inline double e5m2_value(std::uint64_t bits) { return small_value(kE5m2Format, bits); }
// The largest exponent also belongs to numbers, except with the largest fraction, which is NaN.
inline double e4m3_value(std::uint64_t bits) {
  constexpr Format one_exponent_more{kE4m3Format.fraction, kE4m3Format.exponent + 1};
  if ((bits & kSmallNan) == kSmallNan) return std::numeric_limits<double>::quiet_NaN();
  const std::uint64_t widened = (bits & kSmallNan) | (bits & 0x80) << 1;
  return std::ldexp(small_value(one_exponent_more, widened), one_exponent_more.bias() - kE4m3Format.bias());
}

}  // namespace unibank::simt
