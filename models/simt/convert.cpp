// cvt. Common pairs of types have separate loops; convert_lane(), which works on exact values and rounds once, defines
// every form, including those.
#include <limits>

#include "ptx/instruction_table.h"
#include "simt/convert_small.h"
#include "simt/float_format.h"
#include "simt/half.h"
#include "simt/lanes.h"
#include "simt/types.h"

namespace unibank::simt {
namespace {

using ptx::Rounding;
using ptx::Type;
using Wide = __int128;  // holds every value of every integer type

bool is_any_float(Type type) { return is_float(type) || is_narrow_float(type); }

// The format of a type; for a pair, the format of an element.
Format format_of(Type type) {
  switch (type) {
    case Type::kF16: case Type::kF16x2: return kHalfFormat;
    case Type::kBf16: case Type::kBf16x2: return kBfloatFormat;
    case Type::kF64: return kDoubleFormat;
    default: return kSingleFormat;
  }
}

Wide integer_of(Type type, std::uint64_t bits) {
  switch (type) {
    case Type::kU8: case Type::kB8: return static_cast<std::uint8_t>(bits);
    case Type::kS8: return static_cast<std::int8_t>(bits);
    case Type::kU16: case Type::kB16: return static_cast<std::uint16_t>(bits);
    case Type::kS16: return static_cast<std::int16_t>(bits);
    case Type::kU32: case Type::kB32: return static_cast<std::uint32_t>(bits);
    case Type::kS32: return static_cast<std::int32_t>(bits);
    case Type::kS64: return static_cast<std::int64_t>(bits);
    default: return static_cast<Wide>(bits);
  }
}

Wide least(Type type) { return is_signed(type) ? -(Wide{1} << (8 * ptx::bytes_of(type) - 1)) : Wide{0}; }
Wide most(Type type) { return (Wide{1} << (8 * ptx::bytes_of(type) - (is_signed(type) ? 1 : 0))) - 1; }
Wide clamped(Type type, Wide value) {
  return value < least(type) ? least(type) : value > most(type) ? most(type) : value;
}

// The source as an exact value; .ftz turns its subnormals into zeros.
Exact source_value(std::uint64_t bits, const ptx::Instruction& i) {
  if (is_any_float(i.type2)) {
    const Format format = format_of(i.type2);
    if (has(i, ptx::kFtz) && i.type2 == Type::kF32 && (bits & format.infinity()) == 0) bits &= format.sign();
    return exact_of(format, bits);
  }
  const Wide integer = integer_of(i.type2, bits);
  Exact value;
  value.negative = integer < 0;
  value.significand = static_cast<std::uint64_t>(value.negative ? -integer : integer);
  return value;
}

// A float to an integer always saturates. NaN becomes zero; if either type has 64 bits, it becomes the top bit alone.
std::uint64_t float_to_integer(Exact value, const ptx::Instruction& i) {
  const Type to = i.type;
  if (value.kind == Exact::Kind::kNan) {
    if (i.type2 != Type::kF64 && ptx::bytes_of(to) < 8) return 0;
    return static_cast<std::uint64_t>(Wide{1} << (8 * ptx::bytes_of(to) - 1));
  }
  value = integral(value, rounding_of(i));
  const bool huge = value.kind == Exact::Kind::kInfinity || (value.significand != 0 && value.exponent > 64);
  if (huge) return static_cast<std::uint64_t>(value.negative ? least(to) : most(to));
  // At most 53 bits are shifted if there is a shift.
  const Wide magnitude = static_cast<Wide>(value.significand) << value.exponent;
  return static_cast<std::uint64_t>(clamped(to, value.negative ? -magnitude : magnitude));
}

// To [0, 1]; NaN and -0 become +0.
Exact saturated(const Exact& value) {
  const bool number = value.kind == Exact::Kind::kNumber;
  if (value.negative || value.kind == Exact::Kind::kNan) return {};
  if (number && (value.significand == 0 || 63 - __builtin_clzll(value.significand) + value.exponent < 0)) return value;
  Exact one;
  one.significand = 1;
  return one;
}

// The 16-bit types have one NaN each, which is converted to and from that of single precision. Between single and
// double precision sign and payload are kept.
std::uint64_t nan_in(Type to, Type from, std::uint64_t bits) {
  if (!is_float(to)) return kNarrowNan;
  if (!is_float(from)) bits = kNan;
  const Format format = is_float(from) ? format_of(from) : kSingleFormat, wanted = format_of(to);
  const std::uint64_t sign = bits & format.sign() ? wanted.sign() : 0;
  const std::uint64_t payload = bits & ((std::uint64_t{1} << format.fraction) - 1);
  const std::uint64_t quiet = wanted.infinity() | std::uint64_t{1} << (wanted.fraction - 1);
  const unsigned shift = 52 - 23;
  if (format.fraction == wanted.fraction) return sign | quiet | payload;
  return sign | quiet | (format.fraction < wanted.fraction ? payload << shift : payload >> shift);
}

// Whether the value is subnormal in single precision after rounding with an unbounded exponent.
bool is_subnormal_single(Exact value, Rounding rounding) {
  if (value.kind != Exact::Kind::kNumber) return false;
  constexpr int scale = 64;
  value.exponent += scale;
  const std::uint64_t least = static_cast<std::uint64_t>(1 + scale) << kSingleFormat.fraction;
  return (packed(kSingleFormat, value, rounding) & ~kSingleFormat.sign()) < least;
}

// One element of the result. An identity conversion does not even make a NaN quiet.
std::uint64_t to_float(std::uint64_t bits, const ptx::Instruction& i) {
  if (i.type == i.type2 && rounding_of(i) == Rounding::kNone && i.modifiers == 0) {
    return bits & (2 * format_of(i.type).sign() - 1);
  }
  Exact value = source_value(bits, i);
  if (rounding_of(i) >= Rounding::kRni) value = integral(value, rounding_of(i));
  if (has(i, ptx::kSat)) value = saturated(value);
  if (value.kind == Exact::Kind::kNan) return nan_in(i.type, i.type2, bits);
  if (has(i, ptx::kRelu) && value.negative) return 0;
  const Format format = format_of(i.type);
  std::uint64_t result = packed(format, value, rounding_of(i));
  if (has(i, ptx::kSatFinite) && (result & ~format.sign()) == format.infinity()) --result;
  const bool flush = has(i, ptx::kFtz) && i.type == Type::kF32 && is_subnormal_single(value, rounding_of(i));
  return flush ? result & format.sign() : result;
}

// The converted bits in the width of the type.
std::uint64_t convert_lane(std::uint64_t bits, const ptx::Instruction& i) {
  if (is_any_float(i.type)) return to_float(bits, i);
  if (is_any_float(i.type2)) return float_to_integer(source_value(bits, i), i);
  const Wide value = integer_of(i.type2, bits);
  return static_cast<std::uint64_t>(has(i, ptx::kSat) ? clamped(i.type, value) : value);
}

// Extends by the sign of the type, to the width of the register.
std::uint64_t extended(Type type, std::uint64_t bits) {
  return is_any_float(type) ? bits : static_cast<std::uint64_t>(integer_of(type, bits));
}

void convert_any(const Frame& frame, const Decoded& decoded) {
  const ptx::Instruction& i = *decoded.instruction;
  for (LaneMask left = frame.mask; left != 0; left &= left - 1) {
    const unsigned l = static_cast<unsigned>(__builtin_ctz(left));
    const std::uint64_t bits = cell(frame, decoded.source[0], l) >> (has(i, ptx::kUpperHalf) ? 16 : 0);
    set_cell(frame, decoded.result, l, extended(i.type, convert_lane(bits, i)));
  }
}
// The first source goes to the upper half.
void convert_pair(const Frame& frame, const Decoded& decoded) {
  const ptx::Instruction& i = *decoded.instruction;
  for (LaneMask left = frame.mask; left != 0; left &= left - 1) {
    const unsigned l = static_cast<unsigned>(__builtin_ctz(left));
    const std::uint64_t high = to_float(cell(frame, decoded.source[0], l), i);
    const std::uint64_t low = to_float(cell(frame, decoded.source[1], l), i);
    set_cell(frame, decoded.result, l, high << 16 | low);
  }
}

template <typename To>
struct As {
  template <typename From>
  static To run(From a) { return static_cast<To>(a); }
};
// To T, then extended to the 32 or 64 bits of the register.
template <typename Register, typename T>
struct Narrow {
  template <typename From>
  static Register run(From a) { return static_cast<Register>(static_cast<T>(a)); }
};
// .rzi to 32 bits, saturating, NaN to 0.
struct Truncate {
  static std::int32_t run(float a) {
    if (!(a >= -0x1p31f)) return a != a ? 0 : std::numeric_limits<std::int32_t>::min();
    return a >= 0x1p31f ? std::numeric_limits<std::int32_t>::max() : static_cast<std::int32_t>(a);
  }
};

// Integer to integer without .sat, by the register's width, the type and the source's type.
template <typename Register, typename T>
Handler narrow_from(Type from) {
  switch (from) {
    case Type::kU8: case Type::kB8: return &unary<Narrow<Register, T>, Register, std::uint8_t>;
    case Type::kS8: return &unary<Narrow<Register, T>, Register, std::int8_t>;
    default:
      return for_integer(from, [](auto s) -> Handler { return &unary<Narrow<Register, T>, Register, decltype(s)>; });
  }
}
// Widening and narrowing between 32 and 64 bits, as used for addresses.
Handler common_integer(const ptx::Instruction& i, const Decoded& decoded) {
  if (has(i, ptx::kSat)) return nullptr;
  const unsigned bytes = ptx::bytes_of(i.type);
  // A cell of the source's register must have the width of its type.
  if (decoded.source[0].wide != (ptx::bytes_of(i.type2) == 8)) return nullptr;
  if (decoded.result.wide) return bytes == 8 ? narrow_from<std::uint64_t, std::uint64_t>(i.type2) : nullptr;
  switch (i.type) {
    case Type::kU32: case Type::kS32: case Type::kB32: return narrow_from<std::uint32_t, std::uint32_t>(i.type2);
    case Type::kU16: case Type::kB16: return narrow_from<std::uint32_t, std::uint16_t>(i.type2);
    case Type::kS16: return narrow_from<std::uint32_t, std::int16_t>(i.type2);
    case Type::kU8: case Type::kB8: return narrow_from<std::uint32_t, std::uint8_t>(i.type2);
    default: return nullptr;
  }
}

Handler common_float(const ptx::Instruction& i, const Decoded& decoded) {
  using R = Rounding;
  const bool plain = !has(i, ptx::kSat) && !has(i, ptx::kFtz);
  const bool fits = decoded.source[0].wide == (ptx::bytes_of(i.type2) == 8) &&
                    decoded.result.wide == (ptx::bytes_of(i.type) == 8);
  if (!plain || !fits) return nullptr;
  const R rounding = rounding_of(i);
  const Type to = i.type, from = i.type2;
  if (to == Type::kF32 && from == Type::kS32 && rounding == R::kRn) return &unary<As<float>, float, std::int32_t>;
  if (to == Type::kF32 && from == Type::kU32 && rounding == R::kRn) return &unary<As<float>, float, std::uint32_t>;
  if (to == Type::kF64 && from == Type::kS32) return &unary<As<double>, double, std::int32_t>;
  if (to == Type::kF64 && from == Type::kF32 && rounding == R::kNone) return &unary<As<double>, double, float>;
  if (to == Type::kS32 && from == Type::kF32 && rounding == R::kRzi) return &unary<Truncate, std::int32_t, float>;
  return nullptr;
}

}  // namespace

Handler convert_handler(const ptx::Instruction& i, Decoded& decoded) {
  if (ptx::op_of(i) != ptx::Op::kCvt) return nullptr;
  if (const Handler small = small_convert_handler(i)) return small;
  if (is_pair(i.type) != (decoded.sources == 2) || is_pair(i.type2)) return nullptr;
  if (is_pair(i.type)) return i.type2 == Type::kF32 ? &convert_pair : nullptr;
  Handler common = nullptr;
  if (is_integer(i.type) && is_integer(i.type2)) common = common_integer(i, decoded);
  else if (is_float(i.type) || is_float(i.type2)) common = common_float(i, decoded);
  return common ? common : &convert_any;
}

}  // namespace unibank::simt
