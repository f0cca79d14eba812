// Comparisons and selections: setp set selp slct testp.
#include <cmath>

#include "ptx/instruction_table.h"
#include "simt/half.h"
#include "simt/lanes.h"
#include "simt/types.h"

namespace unibank::simt {
namespace {

using ptx::Comparison;
using ptx::Op;
using ptx::Type;

// These five, their operands swapped or their result inverted, make all comparisons. With a NaN they are false, except
// Unordered.
struct Equal { template <typename T> static bool run(T a, T b) { return a == b; } };
struct Less { template <typename T> static bool run(T a, T b) { return a < b; } };
struct LessEqual { template <typename T> static bool run(T a, T b) { return a <= b; } };
struct LessGreater { template <typename T> static bool run(T a, T b) { return a < b || a > b; } };
struct Unordered { template <typename T> static bool run(T a, T b) { return !(a <= b || a > b); } };

template <typename Compare>
struct FlushedCompare { static bool run(float a, float b) { return Compare::run(flushed(a), flushed(b)); } };

// Bit l is set where the comparison of lane l holds.
template <typename Compare, typename T>
[[gnu::always_inline]] inline LaneMask compare_lanes(const Frame& frame, const Decoded& decoded) {
  const Cell<T>* a = row<T>(frame, decoded.source[0]);
  const Cell<T>* b = row<T>(frame, decoded.source[1]);
  LaneMask result = 0;
  for (unsigned l = 0; l < kWarpSize; ++l) {
    result |= Compare::run(get<T>(a[l]), get<T>(b[l])) ? LaneMask{1} << l : LaneMask{0};
  }
  return decoded.invert ? ~result : result;
}

LaneMask combined(const Frame& frame, const Decoded& decoded, LaneMask result) {
  if (decoded.sources < 3) return result;
  const LaneMask other = predicate(frame, decoded.source[2]);
  switch (boolean_of(*decoded.instruction)) {
    case ptx::Boolean::kAnd: return result & other;
    case ptx::Boolean::kOr: return result | other;
    case ptx::Boolean::kXor: return result ^ other;
    case ptx::Boolean::kNone: break;
  }
  return result;
}

struct SetPredicate {
  static void finish(const Frame& frame, const Decoded& decoded, LaneMask result) {
    if (decoded.sources < 3 && !decoded.has_result2) return set_predicate(frame, decoded.result, result);
    finish(frame, decoded, result, ~result);
  }
  // The second result is the opposite; for a pair it is the upper half's.
  static void finish(const Frame& frame, const Decoded& decoded, LaneMask first, LaneMask second) {
    first = combined(frame, decoded, first);
    second = combined(frame, decoded, second);
    set_predicate(frame, decoded.result, first);
    if (decoded.has_result2) set_predicate(frame, decoded.result2, second);
  }
};
// set: true is all ones in an integer, 1.0 in a float.
struct SetValue {
  static void finish(const Frame& frame, const Decoded& decoded, LaneMask result) {
    write(frame, decoded, combined(frame, decoded, result), yes(decoded), 0, 0);
  }
  static void finish(const Frame& frame, const Decoded& decoded, LaneMask low, LaneMask high) {
    const std::uint32_t half = yes(decoded) & 0xffff;
    write(frame, decoded, combined(frame, decoded, low), half, combined(frame, decoded, high), half << 16);
  }

 private:
  static std::uint32_t yes(const Decoded& decoded) {
    switch (decoded.instruction->type) {
      case Type::kF32: return 0x3f800000;
      case Type::kF16: case Type::kF16x2: return 0x3c00;
      case Type::kBf16: case Type::kBf16x2: return 0x3f80;
      default: return ~0u;
    }
  }
  static void write(const Frame& frame, const Decoded& decoded, LaneMask low, std::uint32_t low_yes, LaneMask high,
                    std::uint32_t high_yes) {
    std::uint32_t* to = row<std::uint32_t>(frame, decoded.result);
    for (unsigned l = 0; l < kWarpSize; ++l) {
      if (frame.mask >> l & 1) to[l] = (low >> l & 1 ? low_yes : 0) | (high >> l & 1 ? high_yes : 0);
    }
  }
};

template <typename Finish, typename Compare, typename T>
UNIBANK_LANES void compare(const Frame& frame, const Decoded& decoded) {
  Finish::finish(frame, decoded, compare_lanes<Compare, T>(frame, decoded));
}

template <typename Finish, typename Compare>
Handler float_compare(Type type, bool ftz) {
  if (type == Type::kF64) return &compare<Finish, Compare, double>;
  return ftz ? Handler{&compare<Finish, FlushedCompare<Compare>, float>} : Handler{&compare<Finish, Compare, float>};
}
template <typename Finish, typename Compare>
Handler typed_compare(Type type, bool ftz) {
  if (is_float(type)) return float_compare<Finish, Compare>(type, ftz);
  return for_integer(type, [](auto t) -> Handler { return &compare<Finish, Compare, decltype(t)>; });
}

Type without_sign(Type type) {
  switch (type) {
    case Type::kS16: return Type::kU16;
    case Type::kS32: return Type::kU32;
    case Type::kS64: return Type::kU64;
    default: return type;
  }
}

template <typename Finish>
Handler ordered(Comparison comparison, Type type, bool ftz, Decoded& decoded) {
  const auto less = [&](bool or_equal, bool swap, bool invert) {
    if (swap) std::swap(decoded.source[0], decoded.source[1]);
    decoded.invert = invert;
    return or_equal ? typed_compare<Finish, LessEqual>(type, ftz) : typed_compare<Finish, Less>(type, ftz);
  };
  switch (comparison) {
    case Comparison::kLt: case Comparison::kLo: return less(false, false, false);
    case Comparison::kLe: case Comparison::kLs: return less(true, false, false);
    case Comparison::kGt: case Comparison::kHi: return less(false, true, false);
    case Comparison::kGe: case Comparison::kHs: return less(true, true, false);
    case Comparison::kLtu: return less(true, true, true);    // not b <= a
    case Comparison::kLeu: return less(false, true, true);   // not b < a
    case Comparison::kGtu: return less(true, false, true);   // not a <= b
    case Comparison::kGeu: return less(false, false, true);  // not a < b
    default: return nullptr;
  }
}

template <typename Finish>
Handler comparison_handler(Comparison comparison, Type type, bool ftz, Decoded& decoded) {
  const bool number = is_float(type);
  switch (comparison) {
    case Comparison::kEq: return typed_compare<Finish, Equal>(type, ftz);
    case Comparison::kNeu: decoded.invert = true; return typed_compare<Finish, Equal>(type, ftz);
    case Comparison::kNe:
      if (number) return float_compare<Finish, LessGreater>(type, ftz);
      decoded.invert = true;
      return typed_compare<Finish, Equal>(type, ftz);
    case Comparison::kEqu: decoded.invert = true; return float_compare<Finish, LessGreater>(type, ftz);
    case Comparison::kNan: return float_compare<Finish, Unordered>(type, ftz);
    case Comparison::kNum: decoded.invert = true; return float_compare<Finish, Unordered>(type, ftz);
    case Comparison::kLo: case Comparison::kLs: case Comparison::kHi: case Comparison::kHs:
      return ordered<Finish>(comparison, without_sign(type), ftz, decoded);
    default: return ordered<Finish>(comparison, type, ftz, decoded);
  }
}

// The 16-bit types: the operands have one of four relations, and a comparison is true for a set of relations.
enum Relation : std::uint8_t { kLess = 1, kSame = 2, kGreater = 4, kUnordered = 8 };
unsigned relations_of(Comparison comparison) {
  switch (comparison) {
    case Comparison::kEq: return kSame;
    case Comparison::kNe: return kLess | kGreater;
    case Comparison::kLt: return kLess;
    case Comparison::kLe: return kLess | kSame;
    case Comparison::kGt: return kGreater;
    case Comparison::kGe: return kGreater | kSame;
    case Comparison::kEqu: return kSame | kUnordered;
    case Comparison::kNeu: return kLess | kGreater | kUnordered;
    case Comparison::kLtu: return kLess | kUnordered;
    case Comparison::kLeu: return kLess | kSame | kUnordered;
    case Comparison::kGtu: return kGreater | kUnordered;
    case Comparison::kGeu: return kGreater | kSame | kUnordered;
    case Comparison::kNum: return kLess | kSame | kGreater;
    case Comparison::kNan: return kUnordered;
    default: return 0;
  }
}
Relation relation(double a, double b) {
  if (a < b) return kLess;
  return a > b ? kGreater : a == b ? kSame : kUnordered;
}

template <typename Finish, typename T, bool pair>
void narrow_compare(const Frame& frame, const Decoded& decoded) {
  const ptx::Instruction& i = *decoded.instruction;
  const std::uint32_t* a = row<std::uint32_t>(frame, decoded.source[0]);
  const std::uint32_t* b = row<std::uint32_t>(frame, decoded.source[1]);
  const unsigned wanted = relations_of(comparison_of(i));
  const bool flush = has(i, ptx::kFtz);
  const auto holds = [&](std::uint32_t x, std::uint32_t y) {
    const T left = flush ? flushed_narrow(T(x)) : T(x), right = flush ? flushed_narrow(T(y)) : T(y);
    return (relation(value_of(left), value_of(right)) & wanted) != 0;
  };
  LaneMask low = 0, high = 0;
  for (unsigned l = 0; l < kWarpSize; ++l) {
    if (holds(a[l], b[l])) low |= LaneMask{1} << l;
    if (pair && holds(a[l] >> 16, b[l] >> 16)) high |= LaneMask{1} << l;
  }
  if (pair) Finish::finish(frame, decoded, low, high);
  else Finish::finish(frame, decoded, low);
}

template <typename Finish>
Handler any_compare(const ptx::Instruction& i, Type compared, Decoded& decoded) {
  switch (compared) {
    case Type::kF16: return &narrow_compare<Finish, Half, false>;
    case Type::kBf16: return &narrow_compare<Finish, Bfloat, false>;
    case Type::kF16x2: return &narrow_compare<Finish, Half, true>;
    case Type::kBf16x2: return &narrow_compare<Finish, Bfloat, true>;
    default: return comparison_handler<Finish>(comparison_of(i), compared, has(i, ptx::kFtz), decoded);
  }
}
// Pairs are compared element by element, so the result must have two elements, too.
Handler set(const ptx::Instruction& i, Decoded& decoded) {
  const bool fits = is_pair(i.type2) ? ptx::bytes_of(i.type) == 4 && i.type != Type::kF32 : !is_pair(i.type);
  return fits ? any_compare<SetValue>(i, i.type2, decoded) : nullptr;
}

template <typename T>
UNIBANK_LANES void selp(const Frame& frame, const Decoded& decoded) {
  T* result = row<T>(frame, decoded.result);
  const T* a = row<T>(frame, decoded.source[0]);
  const T* b = row<T>(frame, decoded.source[1]);
  const LaneMask chosen = predicate(frame, decoded.source[2]);
  alignas(32) T values[kWarpSize];
  T* to = frame.whole ? result : values;
  UNIBANK_EACH_LANE
  for (unsigned l = 0; l < kWarpSize; ++l) to[l] = (chosen >> l & 1) != 0 ? a[l] : b[l];
  if (!frame.whole) blend(result, values, frame.mask);
}

// slct: a if c >= 0, otherwise b (also if c is NaN).
struct Slct {
  template <typename T, typename C>
  static T run(T a, T b, C c) { return c >= 0 ? a : b; }
};
struct FlushedSlct {
  template <typename T>
  static T run(T a, T b, float c) { return flushed(c) >= 0 ? a : b; }
};
Handler slct(const ptx::Instruction& i) {
  const bool number = i.type2 == Type::kF32, ftz = has(i, ptx::kFtz);
  return for_cell(i.type, [&](auto t) -> Handler {
    using T = decltype(t);
    if (!number) return &ternary<Slct, T, T, T, std::int32_t>;
    return ftz ? Handler{&ternary<FlushedSlct, T, T, T, float>} : Handler{&ternary<Slct, T, T, T, float>};
  });
}

template <typename T>
bool test(ptx::Test what, T value) {
  switch (what) {
    case ptx::Test::kFinite: return std::isfinite(value);
    case ptx::Test::kInfinite: return std::isinf(value);
    case ptx::Test::kNumber: return !std::isnan(value);
    case ptx::Test::kNotanumber: return std::isnan(value);
    case ptx::Test::kNormal: return std::isnormal(value) || value == 0;
    case ptx::Test::kSubnormal: return std::fpclassify(value) == FP_SUBNORMAL;
  }
  return false;
}
template <typename T>
void testp(const Frame& frame, const Decoded& decoded) {
  const Cell<T>* a = row<T>(frame, decoded.source[0]);
  LaneMask result = 0;
  for (unsigned l = 0; l < kWarpSize; ++l) {
    if (test(static_cast<ptx::Test>(decoded.instruction->variant), get<T>(a[l]))) result |= LaneMask{1} << l;
  }
  set_predicate(frame, decoded.result, result);
}

}  // namespace

Handler compare_handler(const ptx::Instruction& i, Decoded& decoded) {
  switch (op_of(i)) {
    case Op::kSetp: return any_compare<SetPredicate>(i, i.type, decoded);
    case Op::kSet: return set(i, decoded);
    case Op::kSelp: return for_cell(i.type, [](auto t) -> Handler { return &selp<decltype(t)>; });
    case Op::kSlct: return slct(i);
    case Op::kTestp: return i.type == Type::kF64 ? &testp<double> : &testp<float>;
    default: return nullptr;
  }
}

}  // namespace unibank::simt
