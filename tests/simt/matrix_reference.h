// One element of D in long integers: of floats, as tensor cores of an H200 add (simt/tensor_sum.h says how); of doubles
// and integers, as PTX defines it.
#pragma once

#include <array>
#include <cfenv>
#include <limits>

#include "ptx/matrix_forms.h"
#include "simt/exact.h"
#include "simt/forms.h"

namespace unibank {

// A two's complement binary fraction of 704 bits; its last bit is 2^-320.
class LongFraction {
 public:
  // value x 2^exponent
  void add(std::uint64_t value, int exponent, bool negative) {
    const auto at = static_cast<unsigned>(exponent + kPoint);
    std::array<std::uint64_t, kLimbs> term{};
    term[at / 64] = value << at % 64;
    if (at % 64 != 0) term[at / 64 + 1] = value >> (64 - at % 64);
    unsigned __int128 carry = negative ? 1 : 0;
    for (unsigned i = 0; i < kLimbs; ++i) {
      carry += static_cast<unsigned __int128>(limbs_[i]) + (negative ? ~term[i] : term[i]);
      limbs_[i] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
  }
  bool negative() const { return limbs_.back() >> 63 != 0; }
  bool zero() const {
    for (const std::uint64_t limb : limbs_)
      if (limb != 0) return false;
    return true;
  }
  // Rounds to nearest even, or towards zero; beyond the format's range is infinity.
  std::uint64_t rounded_to(FloatFormat format, bool nearest) const {
    LongFraction size = *this;
    if (negative()) {
      size = LongFraction();
      for (unsigned i = 0; i < kLimbs; ++i) size.limbs_[i] = ~limbs_[i];
      size.add(1, -kPoint, false);
    }
    int top = kLimbs * 64 - 1;
    while (!size.bit(top)) --top;
    const int bias = (1 << (format.exponent - 1)) - 1, least = 1 - bias - static_cast<int>(format.fraction) + kPoint;
    const int last = std::max(top - static_cast<int>(format.fraction), least);
    std::uint64_t units = 0;
    for (int i = top; i >= last; --i) units = units << 1 | size.bit(i);
    bool rest = false;
    for (int i = 0; i < last - 1 && !rest; ++i) rest = size.bit(i);
    const bool half = size.bit(last - 1);
    std::uint64_t bits = (static_cast<std::uint64_t>(last - least) << format.fraction) + units;
    if (nearest && half && (rest || (units & 1) != 0)) ++bits;
    return (negative() ? format.sign() : 0) | std::min(bits, format.infinity());
  }

 private:
  static constexpr int kPoint = 320;
  static constexpr unsigned kLimbs = 11;
  bool bit(int at) const { return (limbs_[static_cast<unsigned>(at) / 64] >> at % 64 & 1) != 0; }
  std::array<std::uint64_t, kLimbs> limbs_{};
};

struct SmallNumber {
  enum class Kind { kNumber, kInfinity, kNan } kind = Kind::kNumber;
  bool negative = false;
  std::uint64_t significand = 1;
  int exponent = 0, fraction = 0;  // of the significand's last bit; bits after the point
};

inline FloatFormat format_of(ptx::Type type) {
  switch (type) {
    case ptx::Type::kF16: return kF16;
    case ptx::Type::kBf16: return kBf16;
    case ptx::Type::kTf32: return {10, 8};
    case ptx::Type::kE4m3: return {3, 4};
    case ptx::Type::kE5m2: return {2, 5};
    case ptx::Type::kF64: return kF64;
    default: return kF32;
  }
}

inline SmallNumber number_of(ptx::Type type, std::uint64_t bits) {
  if (type == ptx::Type::kTf32) bits = bits >> 13 & 0x7ffff;  // the register's other bits are ignored
  const FloatFormat format = format_of(type);
  SmallNumber number;
  number.negative = (bits >> (format.bits() - 1) & 1) != 0;
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << format.fraction) - 1);
  const std::uint64_t exponent = bits >> format.fraction & ((std::uint64_t{1} << format.exponent) - 1);
  const bool top = exponent == (std::uint64_t{1} << format.exponent) - 1;
  if (type == ptx::Type::kE4m3) {
    if (top && fraction == 7) number.kind = SmallNumber::Kind::kNan;
  } else if (top) {
    number.kind = fraction != 0 ? SmallNumber::Kind::kNan : SmallNumber::Kind::kInfinity;
  }
  number.significand = exponent == 0 ? fraction : fraction | std::uint64_t{1} << format.fraction;
  const int bias = (1 << (format.exponent - 1)) - 1;
  number.fraction = static_cast<int>(format.fraction);
  number.exponent = static_cast<int>(exponent == 0 ? 1 : exponent) - bias - static_cast<int>(format.fraction);
  return number;
}

// The terms of one sum.
class FloatElement {
 public:
  void add(const SmallNumber& x, const SmallNumber& y) {
    using Kind = SmallNumber::Kind;
    const bool negative = x.negative != y.negative;
    const bool infinite = x.kind == Kind::kInfinity || y.kind == Kind::kInfinity;
    const auto is_zero = [](const SmallNumber& one) { return one.kind == Kind::kNumber && one.significand == 0; };
    nan_ |= x.kind == Kind::kNan || y.kind == Kind::kNan || (infinite && (is_zero(x) || is_zero(y)));
    if (infinite) (negative ? down_ : up_) = true;
    const std::uint64_t significand = x.significand * y.significand;
    if (infinite || nan_ || significand == 0) return;
    // The fields' exponents count, even if a subnormal number or a product of significands is smaller or larger.
    largest_ = std::max(largest_, x.exponent + x.fraction + y.exponent + y.fraction);
    terms_.push_back({significand, x.exponent + y.exponent, negative});
  }
  std::uint64_t result(ptx::Type type) const {
    const FloatFormat format = format_of(type);
    if (nan_ || (up_ && down_)) return type == ptx::Type::kF16 ? 0x7fff : 0x7fffffff;
    if (up_ || down_) return format.infinity() | (down_ ? format.sign() : 0);
    LongFraction sum;
    for (const Term& term : terms_) {
      const int below = std::max(largest_ - 25 - term.exponent, 0);  // bits that the card drops
      if (below < 64) sum.add(term.significand >> below, term.exponent + below, term.negative);
    }
    return sum.zero() ? 0 : sum.rounded_to(format, type == ptx::Type::kF16);
  }

 private:
  struct Term {
    std::uint64_t significand;
    int exponent;
    bool negative;
  };
  std::vector<Term> terms_;
  int largest_ = -1000;
  bool nan_ = false, up_ = false, down_ = false;
};

using Line = std::vector<std::uint64_t>;  // k elements

// In D's type, rounded to nearest even.
inline std::uint64_t added(ptx::Type type, std::uint64_t sum, std::uint64_t c) {
  const FloatFormat format = format_of(type);
  const Exactly with_c = exact_sum(number(format, sum), number(format, c), 'n');
  if (with_c.value != with_c.value) return type == ptx::Type::kF16 ? 0x7fff : 0x7fffffff;
  return rounded(format, with_c, 'n');
}

// A number in a format with this least exponent.
inline SmallNumber in_format_of(SmallNumber number, int least) {
  if (number.kind != SmallNumber::Kind::kNumber || number.significand == 0) return number;
  for (; number.significand >> number.fraction == 0 && number.exponent + number.fraction > least; --number.exponent)
    number.significand *= 2;
  return number;
}

// Floats of 8 bits: the first two of every four, then the others, each sum in D's type, and C at the end.
inline std::uint64_t small_float_element(const ptx::MatrixForm& form, const Line& a, const Line& b, std::uint64_t c) {
  std::vector<std::size_t> order;
  for (const bool second : {false, true})
    for (std::size_t i = 0; i < a.size(); ++i)
      if ((i % 4 >= 2) == second) order.push_back(i);
  std::uint64_t sum = 0;
  const std::size_t half = order.size() / 2;
  for (std::size_t i = 0; i < order.size(); i += half) {
    FloatElement element;
    element.add(number_of(form.d, sum), {});
    const auto as_half = [](ptx::Type type, std::uint64_t bits) { return in_format_of(number_of(type, bits), -14); };
    for (std::size_t at = i; at < i + half; ++at)
      element.add(as_half(form.a, a[order[at]]), as_half(form.b, b[order[at]]));
    sum = element.result(form.d);
  }
  return added(form.d, sum, c);
}

// mma.m8n8k4: single precision. To f32 C is added to the whole chain, to f16 pairs of products are added to C.
inline std::uint64_t quad_element(const ptx::MatrixForm& form, const Line& a, const Line& b, std::uint64_t c) {
  const auto fused = [&](std::size_t i, Quad sum) {
    const Exactly exact = exact_sum(number(kF16, a[i]) * number(kF16, b[i]), sum, 'n');
    return exact.value != exact.value ? exact.value : number(kF32, rounded(kF32, exact, 'n'));
  };
  const auto plus = [](Quad x, Quad y) {
    const Exactly exact = exact_sum(x, y, 'n');
    return exact.value != exact.value ? exact.value : number(kF32, rounded(kF32, exact, 'n'));
  };
  const bool narrow = form.d == ptx::Type::kF16;
  const Quad start = number(format_of(form.c), c);
  const auto product = [&](std::size_t i) { return number(kF16, a[i]) * number(kF16, b[i]); };
  const Quad sum = narrow ? plus(plus(start, fused(1, product(0))), fused(3, product(2)))
                          : plus(start, fused(3, fused(2, fused(1, fused(0, Quad(0))))));
  if (sum != sum) return narrow ? 0x7fff : 0x7fffffff;
  return rounded(format_of(form.d), {sum}, 'n');
}

inline std::uint64_t float_element(const ptx::MatrixForm& form, const Line& a, const Line& b, std::uint64_t c) {
  if (form.quad_pairs) return quad_element(form, a, b, c);
  if (ptx::bits_of(form.a) == 8) return small_float_element(form, a, b, c);
  // wmma in tf32: the first four products with C, and then the others.
  const std::size_t each = form.wmma && form.a == ptx::Type::kTf32 ? 4 : a.size();
  SmallNumber sum = in_format_of(number_of(form.c, c), form.d == ptx::Type::kF32 ? -126 : -14);
  for (std::size_t first = 0;; first += each) {
    FloatElement element;
    element.add(sum, {});
    for (std::size_t i = first; i < first + each; ++i) element.add(number_of(form.a, a[i]), number_of(form.b, b[i]));
    if (first + each == a.size()) return element.result(form.d);
    sum = number_of(form.d, element.result(form.d));
  }
}

// A chain of fused operations, for operands that are not NaN.
inline std::uint64_t double_element(const ptx::MatrixForm& form, const Line& a, const Line& b, std::uint64_t c) {
  char mode = 'n';
  if (form.rounding == ptx::Rounding::kRz) mode = 'z';
  if (form.rounding == ptx::Rounding::kRm) mode = 'm';
  if (form.rounding == ptx::Rounding::kRp) mode = 'p';
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Exactly sum = exact_sum(number(kF64, a[i]) * number(kF64, b[i]), number(kF64, c), mode);
    if (sum.value != sum.value) return 0xfff8000000000000;
    c = rounded(kF64, sum, mode);
  }
  return c;
}

inline std::uint64_t integer_element(const ptx::MatrixForm& form, const Line& a, const Line& b, std::uint64_t c) {
  const auto value = [](ptx::Type type, std::uint64_t bits) {
    const bool negative = (type == ptx::Type::kS8 && bits >= 128) || (type == ptx::Type::kS4 && bits >= 8);
    return static_cast<std::int64_t>(bits) - (negative ? std::int64_t{1} << ptx::bits_of(type) : 0);
  };
  std::int64_t sum = c >= 0x80000000 ? static_cast<std::int64_t>(c) - 0x100000000 : static_cast<std::int64_t>(c);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (form.bit_product == ptx::BitProduct::kXor) sum += a[i] != b[i];
    else if (form.bit_product == ptx::BitProduct::kAnd) sum += a[i] == 1 && b[i] == 1;
    else sum += value(form.a, a[i]) * value(form.b, b[i]);
  }
  using Limits = std::numeric_limits<std::int32_t>;
  if (form.saturates && sum > Limits::max()) sum = Limits::max();
  if (form.saturates && sum < Limits::min()) sum = Limits::min();
  return static_cast<std::uint64_t>(sum) & 0xffffffff;
}

inline std::uint64_t element_of(const ptx::MatrixForm& form, const Line& a, const Line& b, std::uint64_t c) {
  if (form.d == ptx::Type::kS32) return integer_element(form, a, b, c);
  return form.d == ptx::Type::kF64 ? double_element(form, a, b, c) : float_element(form, a, b, c);
}

}  // namespace unibank
