// IEEE arithmetic computed in quadruple precision: exact sums and products, then one rounding by comparison with the
// neighbouring values. Shares no code with the executor.
#pragma once

#include <cmath>
#include <cstring>

#include "simt/forms.h"

namespace unibank {

using Quad = __float128;
using QuadBits = unsigned __int128;

inline QuadBits quad_bits(Quad value) {
  QuadBits bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline Quad power_of_two(int exponent) {
  const QuadBits bits = static_cast<QuadBits>(static_cast<unsigned>(exponent + 16383)) << 112;
  Quad value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
inline bool is_negative(Quad value) { return (quad_bits(value) >> 127) != 0; }
inline Quad magnitude(Quad value) { return is_negative(value) ? -value : value; }
inline bool is_infinite(Quad value) { return value == value && value - value != value - value; }

inline Quad number(FloatFormat format, std::uint64_t bits) {
  const std::uint64_t step = std::uint64_t{1} << format.fraction, fraction = bits & (step - 1);
  const auto exponent = static_cast<int>((bits & format.infinity()) >> format.fraction);
  const int bias = (1 << (format.exponent - 1)) - 1, scale = 1 - bias - static_cast<int>(format.fraction);
  Quad value;
  if ((bits & format.infinity()) == format.infinity()) value = fraction != 0 ? NAN : HUGE_VAL;
  else if (exponent == 0) value = Quad(fraction) * power_of_two(scale);
  else value = Quad(fraction + step) * power_of_two(scale + exponent - 1);
  return bits & format.sign() ? -value : value;
}

// A result: `value`, and the side of it on which the exact result lies (-1, 0, 1) if quadruple precision cannot
// represent the difference.
struct Exactly {
  Quad value = 0;
  int side = 0;
};

inline bool rounds_up(char mode, bool negative, bool above_half, bool tie_to_odd) {
  if (mode == 'n') return above_half || tie_to_odd;
  return mode != 'z' && (mode == 'm') == negative;
}

// `mode`: 'n' to nearest even, 'z' to zero, 'm' down, 'p' up. Not for NaN.
inline std::uint64_t rounded(FloatFormat format, Exactly result, char mode) {
  const bool negative = is_negative(result.value);
  const std::uint64_t sign = negative ? format.sign() : 0;
  const Quad size = magnitude(result.value);
  if (size == 0 || is_infinite(size)) return sign | (size == 0 ? 0 : format.infinity());
  const int side = negative ? -result.side : result.side;
  const int least = 2 - (1 << (format.exponent - 1)) - static_cast<int>(format.fraction);
  const int top = static_cast<int>(static_cast<unsigned>(quad_bits(size) >> 112)) - 16383;
  const int last = std::max(top - static_cast<int>(format.fraction), least);
  std::uint64_t bits = format.infinity();
  if (last - least < 1 << format.exponent) {
    const Quad scaled = size * power_of_two(-last);
    const auto units = static_cast<std::uint64_t>(scaled);
    const Quad rest = scaled - Quad(units);
    bits = (static_cast<std::uint64_t>(last - least) << format.fraction) + units;
    bool above_half = rest > 0.5 || (rest == 0.5 && side > 0);
    if (rest == 0 && side < 0) {  // just under a value of the format: the lower neighbour is its predecessor
      --bits;
      above_half = true;
    }
    const bool tie_to_odd = rest == 0.5 && side == 0 && (bits & 1) != 0;
    if ((rest != 0 || side != 0) && rounds_up(mode, negative, above_half, tie_to_odd)) ++bits;
  }
  const bool beyond = bits >= format.infinity();
  if (!beyond) return sign | bits;
  return sign | (rounds_up(mode, negative, true, false) ? format.infinity() : format.infinity() - 1);
}

inline Exactly exact_sum(Quad a, Quad b, char mode) {
  const Quad sum = a + b;
  if (sum == 0 && is_negative(a) != is_negative(b)) return {mode == 'm' ? -Quad(0) : Quad(0)};
  if (is_infinite(sum) || sum != sum) return {sum};
  const Quad part = sum - a, error = (a - (sum - part)) + (b - part);
  return {sum, error > 0 ? 1 : error < 0 ? -1 : 0};
}
// Quadruple precision suffices for quotients and roots: one that is neither a value of the format nor halfway between
// two differs from these by more than its last bit.
inline Exactly exact_root(Quad a) {
  if (a == 0) return {a};
  if (is_negative(a) || a != a) return {NAN};
  if (is_infinite(a)) return {a};
  Quad root = std::sqrt(static_cast<long double>(a));
  root = (root + a / root) / 2;
  return {root};
}

}  // namespace unibank
