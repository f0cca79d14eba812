// Integer arithmetic: add sub mul mad mul24 mad24 div rem min max neg abs sad dp2a dp4a vabsdiff4.
#include <algorithm>
#include <cstdlib>
#include <limits>

#include "ptx/instruction_table.h"
#include "simt/lanes.h"
#include "simt/types.h"

namespace unibank::simt {
namespace {

using ptx::Op;
using ptx::Type;

template <typename T>
using Unsigned = std::make_unsigned_t<T>;

// Sums and low products do not depend on the sign; they are computed unsigned, where wrapping is defined.
struct Add { template <typename T> static T run(T a, T b) { return a + b; } };
struct Sub { template <typename T> static T run(T a, T b) { return a - b; } };
struct MulLo { template <typename T> static T run(T a, T b) { return a * b; } };
struct MadLo { template <typename T> static T run(T a, T b, T c) { return a * b + c; } };
struct Neg { template <typename T> static T run(T a) { return T{0} - a; } };

struct MulWide {
  static std::uint32_t run(std::uint16_t a, std::uint16_t b) { return std::uint32_t{a} * b; }
  static std::int32_t run(std::int16_t a, std::int16_t b) { return std::int32_t{a} * b; }
  static std::uint64_t run(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} * b; }
  static std::int64_t run(std::int32_t a, std::int32_t b) { return std::int64_t{a} * b; }
};
struct MadWide {
  template <typename T, typename W>
  static W run(T a, T b, W c) { return static_cast<W>(static_cast<W>(MulWide::run(a, b)) + c); }
};
struct MulHi {
  template <typename T>
  static T run(T a, T b) {
    if constexpr (sizeof(T) == 8) {
      using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
      return static_cast<T>((static_cast<Wide>(a) * b) >> 64);
    } else {
      return static_cast<T>(MulWide::run(a, b) >> (8 * sizeof(T)));
    }
  }
};
struct MadHi {
  template <typename T>
  static T run(T a, T b, T c) {
    return static_cast<T>(static_cast<Unsigned<T>>(MulHi::run(a, b)) + static_cast<Unsigned<T>>(c));
  }
};

std::int32_t saturated(std::int64_t value) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(value, std::numeric_limits<std::int32_t>::min(),
                                                            std::numeric_limits<std::int32_t>::max()));
}
struct AddSat { static std::int32_t run(std::int32_t a, std::int32_t b) { return saturated(std::int64_t{a} + b); } };
struct SubSat { static std::int32_t run(std::int32_t a, std::int32_t b) { return saturated(std::int64_t{a} - b); } };
struct MadHiSat {
  static std::int32_t run(std::int32_t a, std::int32_t b, std::int32_t c) {
    return saturated(std::int64_t{MulHi::run(a, b)} + c);
  }
};

// 24-bit products: the operands' low 24 bits, with their sign when the type has one.
template <typename T>
std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t> product24(T a, T b) {
  using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
  const T low_a = static_cast<T>(static_cast<T>(static_cast<std::uint32_t>(a) << 8) >> 8);
  const T low_b = static_cast<T>(static_cast<T>(static_cast<std::uint32_t>(b) << 8) >> 8);
  return Wide{low_a} * low_b;
}
struct Mul24Lo { template <typename T> static T run(T a, T b) { return static_cast<T>(product24(a, b)); } };
struct Mul24Hi { template <typename T> static T run(T a, T b) { return static_cast<T>(product24(a, b) >> 16); } };
template <typename T>
T wrapping_sum(T a, T b) { return static_cast<T>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b)); }
struct Mad24Lo { template <typename T> static T run(T a, T b, T c) { return wrapping_sum(Mul24Lo::run(a, b), c); } };
struct Mad24Hi { template <typename T> static T run(T a, T b, T c) { return wrapping_sum(Mul24Hi::run(a, b), c); } };
struct Mad24HiSat {
  static std::int32_t run(std::int32_t a, std::int32_t b, std::int32_t c) {
    return saturated(std::int64_t{Mul24Hi::run(a, b)} + c);
  }
};

// Division by zero gives all ones, as quotient and as remainder, as in the division sequences of GPUs.
struct Div {
  template <typename T>
  static T run(T a, T b) {
    if (b == 0) return static_cast<T>(~T{0});
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) return static_cast<T>(Unsigned<T>{0} - static_cast<Unsigned<T>>(a));
    }
    return static_cast<T>(a / b);
  }
};
struct Rem {
  template <typename T>
  static T run(T a, T b) {
    if (b == 0) return static_cast<T>(~T{0});
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) return 0;
    }
    return static_cast<T>(a % b);
  }
};
struct Min { template <typename T> static T run(T a, T b) { return a < b ? a : b; } };
struct Max { template <typename T> static T run(T a, T b) { return a < b ? b : a; } };
// min.relu, max.relu
template <typename Extreme>
struct NotNegative {
  template <typename T>
  static T run(T a, T b) { return std::max(Extreme::run(a, b), T{0}); }
};
struct Abs {
  template <typename T>
  static T run(T a) { return a < 0 ? static_cast<T>(Unsigned<T>{0} - static_cast<Unsigned<T>>(a)) : a; }
};
struct Sad {
  template <typename T>
  static T run(T a, T b, T c) {
    const auto x = static_cast<Unsigned<T>>(a), y = static_cast<Unsigned<T>>(b);
    return static_cast<T>((a < b ? y - x : x - y) + static_cast<Unsigned<T>>(c));
  }
};

// Element `n` of a word that is split into elements, extended by its type.
template <typename Element>
std::int32_t element(std::uint32_t word, unsigned n) {
  return static_cast<Element>(word >> (8 * sizeof(Element) * n));
}
// dp4a: four products of bytes. dp2a: two products of a 16-bit element of the first and a byte of one half of the
// second.
template <typename A, typename B, unsigned first_byte>
struct Dot {
  static std::uint32_t run(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    for (unsigned n = 0; n < 4 / sizeof(A); ++n) {
      c += static_cast<std::uint32_t>(element<A>(a, n) * element<B>(b, first_byte + n));
    }
    return c;
  }
};

// One handler serves 16 and 32 bits if the upper half of a cell cannot affect the lower.
template <typename O>
Handler wrapping2(const ptx::Instruction& i) {
  return ptx::bytes_of(i.type) == 8 ? &binary<O, std::uint64_t, std::uint64_t, std::uint64_t>
                                    : &binary<O, std::uint32_t, std::uint32_t, std::uint32_t>;
}

template <typename O>
Handler typed1(Type type) {
  return for_signed(type, [](auto t) -> Handler { return &unary<O, decltype(t), decltype(t)>; });
}
template <typename O>
Handler typed2(Type type) {
  return for_integer(type, [](auto t) -> Handler { return &binary<O, decltype(t), decltype(t), decltype(t)>; });
}
template <typename O>
Handler typed3(Type type) {
  return for_integer(type, [](auto t) -> Handler {
    return &ternary<O, decltype(t), decltype(t), decltype(t), decltype(t)>;
  });
}
template <typename O>
Handler word2(Type type) {
  using S = std::int32_t;
  using U = std::uint32_t;
  return type == Type::kS32 ? Handler{&binary<O, S, S, S>} : Handler{&binary<O, U, U, U>};
}
template <typename O>
Handler word3(Type type) {
  using S = std::int32_t;
  using U = std::uint32_t;
  return type == Type::kS32 ? Handler{&ternary<O, S, S, S, S>} : Handler{&ternary<O, U, U, U, U>};
}

Handler mul_wide(Type type) {
  switch (type) {
    case Type::kU16: return &binary<MulWide, std::uint32_t, std::uint16_t, std::uint16_t>;
    case Type::kS16: return &binary<MulWide, std::int32_t, std::int16_t, std::int16_t>;
    case Type::kU32: return &binary<MulWide, std::uint64_t, std::uint32_t, std::uint32_t>;
    case Type::kS32: return &binary<MulWide, std::int64_t, std::int32_t, std::int32_t>;
    default: return nullptr;
  }
}

// The third operand is treated as unsigned: it is only added.
Handler mad_wide(Type type) {
  using U32 = std::uint32_t;
  using U64 = std::uint64_t;
  switch (type) {
    case Type::kU16: return &ternary<MadWide, U32, std::uint16_t, std::uint16_t, U32>;
    case Type::kS16: return &ternary<MadWide, U32, std::int16_t, std::int16_t, U32>;
    case Type::kU32: return &ternary<MadWide, U64, U32, U32, U64>;
    case Type::kS32: return &ternary<MadWide, U64, std::int32_t, std::int32_t, U64>;
    default: return nullptr;
  }
}

Handler mul(const ptx::Instruction& i) {
  if (has(i, ptx::kSat)) return nullptr;
  if (has(i, ptx::kWide)) return mul_wide(i.type);
  return has(i, ptx::kHi) ? typed2<MulHi>(i.type) : wrapping2<MulLo>(i);
}

// Saturates only in the high half.
bool saturates_elsewhere(const ptx::Instruction& i) { return has(i, ptx::kSat) && !has(i, ptx::kHi); }

Handler mad(const ptx::Instruction& i) {
  if (saturates_elsewhere(i)) return nullptr;
  if (has(i, ptx::kWide)) return mad_wide(i.type);
  if (has(i, ptx::kHi)) {
    using S = std::int32_t;
    return has(i, ptx::kSat) ? Handler{&ternary<MadHiSat, S, S, S, S>} : typed3<MadHi>(i.type);
  }
  using U32 = std::uint32_t;
  using U64 = std::uint64_t;
  return ptx::bytes_of(i.type) == 8 ? &ternary<MadLo, U64, U64, U64, U64> : &ternary<MadLo, U32, U32, U32, U32>;
}

Handler mad24(const ptx::Instruction& i) {
  using S = std::int32_t;
  if (saturates_elsewhere(i)) return nullptr;
  if (!has(i, ptx::kHi)) return word3<Mad24Lo>(i.type);
  return has(i, ptx::kSat) ? Handler{&ternary<Mad24HiSat, S, S, S, S>} : word3<Mad24Hi>(i.type);
}

template <typename Extreme>
Handler extreme(const ptx::Instruction& i) {
  using S = std::int32_t;
  if (!has(i, ptx::kRelu)) return typed2<Extreme>(i.type);
  return i.type == Type::kS32 ? Handler{&binary<NotNegative<Extreme>, S, S, S>} : nullptr;
}

template <typename A, typename B>
Handler dot_of(const ptx::Instruction& i) {
  using U = std::uint32_t;
  return has(i, ptx::kHi) ? &ternary<Dot<A, B, 2>, U, U, U, U> : &ternary<Dot<A, B, 0>, U, U, U, U>;
}
template <typename UnsignedA, typename SignedA>
Handler dot(const ptx::Instruction& i) {
  const bool signed_b = i.type2 == Type::kS32;
  if (i.type == Type::kS32) return signed_b ? dot_of<SignedA, std::int8_t>(i) : dot_of<SignedA, std::uint8_t>(i);
  return signed_b ? dot_of<UnsignedA, std::int8_t>(i) : dot_of<UnsignedA, std::uint8_t>(i);
}

// Four differences of bytes, each truncated to a byte of the result or, with .add, summed with the third source.
void vabsdiff4(const Frame& frame, const Decoded& decoded) {
  const ptx::Instruction& i = *decoded.instruction;
  const std::uint32_t* a = row<std::uint32_t>(frame, decoded.source[0]);
  const std::uint32_t* b = row<std::uint32_t>(frame, decoded.source[1]);
  const std::uint32_t* c = row<std::uint32_t>(frame, decoded.source[2]);
  const bool sum = static_cast<ptx::Combine>(i.variant) == ptx::Combine::kAdd;
  const int most = has(i, ptx::kSat) ? (i.type == Type::kS32 ? 127 : 255) : std::numeric_limits<int>::max();
  const auto byte = [](Type type, std::uint32_t word, unsigned n) {
    return type == Type::kS32 ? element<std::int8_t>(word, n) : element<std::uint8_t>(word, n);
  };
  alignas(32) std::uint32_t values[kWarpSize];
  for (unsigned l = 0; l < kWarpSize; ++l) {
    values[l] = sum ? c[l] : 0;
    for (unsigned n = 0; n < 4; ++n) {
      const int difference = std::min(std::abs(byte(i.type2, a[l], n) - byte(i.type3, b[l], n)), most);
      const auto result = static_cast<std::uint32_t>(difference);
      values[l] += sum ? result : (result & 255) << (8 * n);
    }
  }
  blend(row<std::uint32_t>(frame, decoded.result), values, frame.mask);
}

// Applies an operation to both 16-bit elements of a word.
template <typename O, typename T>
struct Halves {
  static std::uint32_t run(std::uint32_t a, std::uint32_t b) {
    const auto low = static_cast<std::uint16_t>(O::run(static_cast<T>(a), static_cast<T>(b)));
    const auto high = static_cast<std::uint16_t>(O::run(static_cast<T>(a >> 16), static_cast<T>(b >> 16)));
    return low | std::uint32_t{high} << 16;
  }
};
template <typename O, typename T>
Handler halves() { return &binary<Halves<O, T>, std::uint32_t, std::uint32_t, std::uint32_t>; }
template <typename Extreme>
Handler extreme_of_halves(const ptx::Instruction& i) {
  if (has(i, ptx::kRelu)) return halves<NotNegative<Extreme>, std::int16_t>();
  return i.type == Type::kS16x2 ? halves<Extreme, std::int16_t>() : halves<Extreme, std::uint16_t>();
}
Handler of_halves(const ptx::Instruction& i) {
  switch (op_of(i)) {
    case Op::kAdd: return halves<Add, std::uint16_t>();
    case Op::kMin: return extreme_of_halves<Min>(i);
    case Op::kMax: return extreme_of_halves<Max>(i);
    default: return nullptr;
  }
}

// Whether its modifiers are those of integers.
bool is_integer_form(const ptx::Instruction& i) {
  constexpr std::uint32_t of_floats = ptx::kFtz | ptx::kPropagateNan | ptx::kXorSign;
  if ((i.modifiers & of_floats) != 0 || rounding_of(i) != ptx::Rounding::kNone) return false;
  return !has(i, ptx::kSat) || i.type == Type::kS32 || op_of(i) == Op::kVabsdiff4;
}

Handler neg(const ptx::Instruction& i) {
  using U32 = std::uint32_t;
  using U64 = std::uint64_t;
  return ptx::bytes_of(i.type) == 8 ? Handler{&unary<Neg, U64, U64>} : Handler{&unary<Neg, U32, U32>};
}

}  // namespace

Handler arithmetic_handler(const ptx::Instruction& i, Decoded&) {
  if (i.type == Type::kU16x2 || i.type == Type::kS16x2) return of_halves(i);
  if (!is_integer(i.type) || has(i, ptx::kCarryOut) || !is_integer_form(i)) return nullptr;
  using S = std::int32_t;
  switch (op_of(i)) {
    case Op::kAdd: return has(i, ptx::kSat) ? Handler{&binary<AddSat, S, S, S>} : wrapping2<Add>(i);
    case Op::kSub: return has(i, ptx::kSat) ? Handler{&binary<SubSat, S, S, S>} : wrapping2<Sub>(i);
    case Op::kMul: return mul(i);
    case Op::kMad: return mad(i);
    case Op::kMul24: return has(i, ptx::kHi) ? word2<Mul24Hi>(i.type) : word2<Mul24Lo>(i.type);
    case Op::kMad24: return mad24(i);
    case Op::kDiv: return typed2<Div>(i.type);
    case Op::kRem: return typed2<Rem>(i.type);
    case Op::kMin: return extreme<Min>(i);
    case Op::kMax: return extreme<Max>(i);
    case Op::kNeg: return neg(i);
    case Op::kAbs: return typed1<Abs>(i.type);
    case Op::kSad: return typed3<Sad>(i.type);
    case Op::kDp2a: return dot<std::uint16_t, std::int16_t>(i);
    case Op::kDp4a: return dot<std::uint8_t, std::int8_t>(i);
    case Op::kVabsdiff4: return &vabsdiff4;
    default: return nullptr;
  }
}

}  // namespace unibank::simt
