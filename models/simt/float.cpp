// Single and double precision, one step per lane: add sub mul mad fma min max neg abs copysign.
#include <cmath>

#include "simt/extremes.h"
#include "simt/float_variants.h"

namespace unibank::simt {
namespace {

using ptx::Op;

struct Add { template <typename T> static T run(T a, T b) { return a + b; } };
struct Sub { template <typename T> static T run(T a, T b) { return a - b; } };
struct Mul {
  template <typename T>
  static T run(T a, T b) { return a * b; }
  static float scaled(float a, float b) { return a * 0x1p64f * b; }
};
struct Fma {
  template <typename T>
  static T run(T a, T b, T c) { return std::fma(a, b, c); }
  static float scaled(float a, float b, float c) { return std::fma(a * 0x1p64f, b, c * 0x1p64f); }
};

// Also for NaNs, which keep their payload.
struct Neg {
  static float run(float a) { return float_of(bits_of(a) ^ 0x80000000u); }
  static double run(double a) { return double_of(bits_of(a) ^ std::uint64_t{1} << 63); }
};
struct Abs {
  static float run(float a) { return float_of(bits_of(a) & 0x7fffffffu); }
  static double run(double a) { return double_of(bits_of(a) & ~(std::uint64_t{1} << 63)); }
};
template <typename Op>
struct FlushingSign {
  static float run(float a) {
    const float result = Op::run(a);
    return result != result ? float_of(bits_of(result) | 0x00400000u) : flushed(result);
  }
};
// The second operand with the sign of the first.
struct CopySign { template <typename T> static T run(T a, T b) { return std::copysign(b, a); } };

template <typename Extreme>
Handler extreme(const ptx::Instruction& i) {
  const bool variant = has(i, ptx::kPropagateNan) || has(i, ptx::kXorSign);
  if (has(i, ptx::kRelu) || (variant && i.type == ptx::Type::kF64)) return nullptr;
  return pick_extreme<Extreme>(i, [&](auto o) { return unrounded_variant<2, decltype(o)>(i); });
}

template <typename Op>
Handler sign(const ptx::Instruction& i) {
  return has(i, ptx::kFtz) ? &unary<FlushingSign<Op>, float, float> : unrounded_variant<1, Op>(i);
}

void rounded(const Frame& frame, const Decoded& decoded) {
  const RoundingScope scope(rounding_of(*decoded.instruction));
  decoded.inner(frame, decoded);
}

}  // namespace

Handler rounded_handler(const ptx::Instruction& i, Handler nearest, Decoded& decoded) {
  const ptx::Rounding rounding = rounding_of(i);
  if (rounding >= ptx::Rounding::kRni) return nullptr;
  if (!nearest || rounding == ptx::Rounding::kNone || rounding == ptx::Rounding::kRn) return nearest;
  decoded.inner = nearest;
  return &rounded;
}

Handler float_handler(const ptx::Instruction& i, Decoded& decoded) {
  if (is_narrow_float(i.type)) return narrow_handler(i);
  if (!is_float(i.type) || (has(i, ptx::kRelu) && op_of(i) == Op::kFma)) return nullptr;
  switch (op_of(i)) {
    case Op::kAdd: return float_variant<2, Add>(i, decoded);
    case Op::kSub: return float_variant<2, Sub>(i, decoded);
    case Op::kMul: return float_variant<2, Mul>(i, decoded);
    case Op::kMad:
    case Op::kFma: return float_variant<3, Fma>(i, decoded);
    case Op::kMin: return extreme<Min>(i);
    case Op::kMax: return extreme<Max>(i);
    case Op::kNeg: return sign<Neg>(i);
    case Op::kAbs: return sign<Abs>(i);
    case Op::kCopysign: return unrounded_variant<2, CopySign>(i);
    default: return nullptr;
  }
}

}  // namespace unibank::simt
