// IEEE half precision: only conversions know it.
#pragma once

#include <cmath>
#include <cstdint>

namespace unibank::simt {

inline double half_to_double(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  const double sign = bits & 0x8000 ? -1.0 : 1.0;
  if (exponent == 31) return fraction != 0 ? std::nan("") : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

// In the rounding mode that is in force.
inline std::uint16_t double_to_half(double value) {
  const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value)) return 0x7fff;
  const double magnitude = std::fabs(value);
  if (std::isinf(value)) return sign | 0x7c00;
  int exponent = 0;
  std::frexp(magnitude, &exponent);                   // magnitude = f * 2^exponent, f in [0.5, 1)
  const int scale = exponent < -13 ? -24 : exponent - 11;  // the last bit's weight: subnormals share one
  // Rounded with its sign: up and down are not symmetric.
  const double units = std::fabs(std::nearbyint(std::ldexp(value, -scale)));
  const double rounded = std::ldexp(units, scale);
  if (rounded >= 65536.0) {
    // What is too large becomes infinity or the largest number, whichever the mode rounds towards.
    volatile double huge = std::copysign(1e308, value);
    volatile double more = huge * 10;
    return sign | (std::isinf(static_cast<double>(more)) ? 0x7c00 : 0x7bff);
  }
  if (rounded < std::ldexp(1.0, -14)) return sign | static_cast<std::uint16_t>(std::ldexp(rounded, 24));
  std::frexp(rounded, &exponent);
  const auto fraction = static_cast<std::uint16_t>(std::ldexp(rounded, 11 - exponent));  // 1024 .. 2047
  return sign | static_cast<std::uint16_t>((exponent + 14) << 10 | (fraction & 1023));
}

}  // namespace unibank::simt
