// Floating-point formats as integers: the exact value of a bit pattern, and rounding of an exact value into a format.
// Neither uses the processor's rounding mode.
#pragma once

#include <algorithm>
#include <cstdint>

#include "ptx/instruction_table.h"

namespace unibank::simt {

struct Format {
  unsigned fraction = 0, exponent = 0;  // bits
  constexpr int bias() const { return (1 << (exponent - 1)) - 1; }
  constexpr int least() const { return 1 - bias() - static_cast<int>(fraction); }  // the smallest subnormal: 2^least
  constexpr std::uint64_t infinity() const { return ((std::uint64_t{1} << exponent) - 1) << fraction; }
  constexpr std::uint64_t sign() const { return std::uint64_t{1} << (fraction + exponent); }
};
constexpr Format kHalfFormat{10, 5}, kBfloatFormat{7, 8}, kSingleFormat{23, 8}, kDoubleFormat{52, 11};

// significand * 2^exponent, or a special value.
struct Exact {
  enum class Kind : std::uint8_t { kNumber, kInfinity, kNan };
  Kind kind = Kind::kNumber;
  bool negative = false;
  std::uint64_t significand = 0;
  int exponent = 0;
};

inline Exact exact_of(Format format, std::uint64_t bits) {
  Exact value;
  value.negative = (bits & format.sign()) != 0;
  const std::uint64_t magnitude = bits & (format.sign() - 1);
  const std::uint64_t hidden = std::uint64_t{1} << format.fraction;
  if (magnitude >= format.infinity()) {
    value.kind = magnitude == format.infinity() ? Exact::Kind::kInfinity : Exact::Kind::kNan;
    return value;
  }
  const auto field = static_cast<int>(magnitude >> format.fraction);
  value.significand = field == 0 ? magnitude : (magnitude & (hidden - 1)) | hidden;
  value.exponent = format.least() + std::max(field, 1) - 1;
  return value;
}

// value / 2^n, rounded.
inline std::uint64_t shifted(std::uint64_t value, unsigned n, bool negative, ptx::Rounding rounding) {
  if (n == 0) return value;
  const std::uint64_t whole = n < 64 ? value >> n : 0;
  // The bits shifted out, as a fraction of 2^64; beyond 64 bits only whether any is set.
  const std::uint64_t rest = n < 64 ? value << (64 - n) : n == 64 ? value : std::uint64_t{value != 0};
  constexpr std::uint64_t half = std::uint64_t{1} << 63;
  using R = ptx::Rounding;
  switch (rounding) {
    case R::kRz: case R::kRzi: return whole;
    case R::kRna: return whole + (rest >= half ? 1 : 0);
    case R::kRm: case R::kRmi: return whole + (negative && rest != 0 ? 1 : 0);
    case R::kRp: case R::kRpi: return whole + (!negative && rest != 0 ? 1 : 0);
    default: return whole + (rest > half || (rest == half && (whole & 1) != 0) ? 1 : 0);
  }
}

// The integer of the same sign that the rounding selects; a zero keeps its sign.
inline Exact integral(Exact value, ptx::Rounding rounding) {
  if (value.kind != Exact::Kind::kNumber || value.exponent >= 0) return value;
  value.significand = shifted(value.significand, static_cast<unsigned>(-value.exponent), value.negative, rounding);
  value.exponent = 0;
  return value;
}

// The bits of a number or an infinity in a format.
inline std::uint64_t packed(Format format, const Exact& value, ptx::Rounding rounding) {
  const std::uint64_t sign = value.negative ? format.sign() : 0;
  if (value.kind == Exact::Kind::kInfinity) return sign | format.infinity();
  if (value.significand == 0) return sign;
  const int top = 63 - __builtin_clzll(value.significand) + value.exponent;
  const int last = std::max(top - static_cast<int>(format.fraction), format.least());
  const int cut = last - value.exponent;
  const std::uint64_t units =
      cut > 0 ? shifted(value.significand, static_cast<unsigned>(cut), value.negative, rounding)
              : value.significand << -cut;
  // A carry out of the fraction increments the exponent, as it should. The top bit of the fraction is the lowest of the
  // exponent.
  const int above = last - format.least();
  const std::uint64_t bits = (static_cast<std::uint64_t>(above) << format.fraction) + units;
  if (above < (1 << format.exponent) && bits < format.infinity()) return sign | bits;
  using R = ptx::Rounding;
  const bool down = rounding == R::kRz || rounding == (value.negative ? R::kRp : R::kRm);
  return sign | (format.infinity() - (down ? 1 : 0));
}

}  // namespace unibank::simt
