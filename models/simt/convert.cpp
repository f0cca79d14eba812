// cvt. Common pairs of types have loops of their own; every form, those included, is defined by convert_lane().
#include <cmath>
#include <limits>

#include "ptx/instruction_table.h"
#include "simt/half.h"
#include "simt/lanes.h"
#include "simt/rounding.h"
#include "simt/types.h"

namespace unibank::simt {
namespace {

using ptx::Rounding;
using ptx::Type;
using Wide = __int128;  // holds every value of every integer type

bool is_half(Type type) { return type == Type::kF16; }
bool is_any_float(Type type) { return is_float(type) || is_half(type); }

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
double number_of(Type type, std::uint64_t bits) {
  if (type == Type::kF64) return double_of(bits);
  if (type == Type::kF32) return double{float_of(static_cast<std::uint32_t>(bits))};
  return half_to_double(static_cast<std::uint16_t>(bits));
}

Wide least(Type type) { return is_signed(type) ? -(Wide{1} << (8 * ptx::bytes_of(type) - 1)) : Wide{0}; }
Wide most(Type type) { return (Wide{1} << (8 * ptx::bytes_of(type) - (is_signed(type) ? 1 : 0))) - 1; }
Wide clamped(Type type, Wide value) {
  return value < least(type) ? least(type) : value > most(type) ? most(type) : value;
}

// A float to an integer always saturates. NaN is zero, unless 64 bits are on either side.
std::uint64_t float_to_integer(double value, Type to, Type from) {
  if (std::isnan(value)) {
    if (from != Type::kF64 && ptx::bytes_of(to) < 8) return 0;
    return static_cast<std::uint64_t>(Wide{1} << (8 * ptx::bytes_of(to) - 1));
  }
  volatile double exact = value;  // the mode of the scope around decides
  const double integral = std::nearbyint(exact);
  if (integral <= -0x1p64) return static_cast<std::uint64_t>(least(to));
  if (integral >= 0x1p64) return static_cast<std::uint64_t>(most(to));
  return static_cast<std::uint64_t>(clamped(to, static_cast<Wide>(integral)));
}

template <typename F>
F float_from_integer(Wide value) {
  if (value > std::numeric_limits<std::int64_t>::max()) {
    volatile std::uint64_t exact = static_cast<std::uint64_t>(value);
    volatile F rounded = static_cast<F>(exact);
    return rounded;
  }
  volatile std::int64_t exact = static_cast<std::int64_t>(value);
  volatile F rounded = static_cast<F>(exact);
  return rounded;
}
float narrowed(double value) {
  volatile double exact = value;
  volatile float rounded = static_cast<float>(exact);
  return canonical(static_cast<float>(rounded));
}

bool is_integral_rounding(Rounding rounding) { return rounding >= Rounding::kRni; }

std::uint64_t to_float(double value, const ptx::Instruction& i) {
  const bool ftz = has(i, ptx::kFtz);
  if (ftz && i.type2 == Type::kF32) value = double{flushed(static_cast<float>(value))};
  if (is_integral_rounding(rounding_of(i))) {
    volatile double exact = value;
    value = std::copysign(std::nearbyint(exact), value);
  }
  if (has(i, ptx::kSat)) value = unit_range(value);
  if (i.type == Type::kF64) return bits_of(value);
  if (i.type == Type::kF16) return double_to_half(value);
  const float result = narrowed(value);
  return bits_of(ftz ? flushed(result) : result);
}

std::uint64_t integer_to_float(Wide value, const ptx::Instruction& i) {
  if (i.type == Type::kF64) {
    const double result = float_from_integer<double>(value);
    return bits_of(has(i, ptx::kSat) ? unit_range(result) : result);
  }
  if (i.type == Type::kF32) {
    const float result = float_from_integer<float>(value);
    return bits_of(has(i, ptx::kSat) ? unit_range(result) : result);
  }
  // A half rounds once: integers beyond 2^53 are infinite in it anyway.
  return double_to_half(float_from_integer<double>(value));
}

// The converted bits in the width of the type.
std::uint64_t convert_lane(std::uint64_t bits, const ptx::Instruction& i) {
  if (is_any_float(i.type2)) {
    double value = number_of(i.type2, bits);
    if (is_any_float(i.type)) return to_float(value, i);
    if (has(i, ptx::kFtz) && i.type2 == Type::kF32) value = double{flushed(static_cast<float>(value))};
    return float_to_integer(value, i.type, i.type2);
  }
  const Wide value = integer_of(i.type2, bits);
  if (is_any_float(i.type)) return integer_to_float(value, i);
  return static_cast<std::uint64_t>(has(i, ptx::kSat) ? clamped(i.type, value) : value);
}

// Extends by the sign of the type, to the width of the register.
std::uint64_t extended(Type type, std::uint64_t bits) {
  return is_any_float(type) ? bits : static_cast<std::uint64_t>(integer_of(type, bits));
}

std::uint64_t cell(const Frame& frame, const Ref& ref, unsigned lane) {
  return ref.wide ? row<std::uint64_t>(frame, ref)[lane] : row<std::uint32_t>(frame, ref)[lane];
}
void set_cell(const Frame& frame, const Ref& ref, unsigned lane, std::uint64_t value) {
  if (ref.wide) row<std::uint64_t>(frame, ref)[lane] = value;
  else row<std::uint32_t>(frame, ref)[lane] = static_cast<std::uint32_t>(value);
}

void convert_any(const Frame& frame, const Decoded& decoded) {
  const ptx::Instruction& i = *decoded.instruction;
  const RoundingScope scope(rounding_of(i));
  for (unsigned l = 0; l < kWarpSize; ++l) {
    if ((frame.mask >> l & 1) == 0) continue;
    set_cell(frame, decoded.result, l, extended(i.type, convert_lane(cell(frame, decoded.source[0], l), i)));
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
// Widening and narrowing among 32 and 64 bits, the pairs that addresses need.
Handler common_integer(const ptx::Instruction& i, const Decoded& decoded) {
  if (has(i, ptx::kSat)) return nullptr;
  const unsigned bytes = ptx::bytes_of(i.type);
  // A cell of the source's register must be what its type says.
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
  Handler common = nullptr;
  if (is_integer(i.type) && is_integer(i.type2)) common = common_integer(i, decoded);
  else if (is_float(i.type) || is_float(i.type2)) common = common_float(i, decoded);
  return common ? common : &convert_any;
}

}  // namespace unibank::simt
