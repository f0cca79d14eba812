// Floating-point arithmetic that every lane does in one step: add sub mul mad fma min max neg abs copysign.
#include <cmath>

#include "ptx/instruction_table.h"
#include "simt/float_variants.h"
#include "simt/types.h"

namespace unibank::simt {
namespace {

using ptx::Op;

struct Add { template <typename T> static T run(T a, T b) { return a + b; } };
struct Sub { template <typename T> static T run(T a, T b) { return a - b; } };
struct Mul { template <typename T> static T run(T a, T b) { return a * b; } };
struct Fma { template <typename T> static T run(T a, T b, T c) { return std::fma(a, b, c); } };

// A NaN operand loses against a number; -0 is less than +0.
struct Min {
  template <typename T>
  static T run(T a, T b) {
    if (a == b) return std::signbit(a) ? a : b;
    return a < b || b != b ? canonical(a) : b;
  }
};
struct Max {
  template <typename T>
  static T run(T a, T b) {
    if (a == b) return std::signbit(a) ? b : a;
    return a > b || b != b ? canonical(a) : b;
  }
};
// A NaN operand wins.
template <typename Extreme>
struct Propagating {
  static float run(float a, float b) { return a != a || b != b ? float_of(kNan) : Extreme::run(a, b); }
  static double run(double a, double b) { return a != a ? a : b != b ? b : Extreme::run(a, b); }
};

struct Neg {
  static float run(float a) { return float_of(bits_of(a) ^ 0x80000000u); }
  static double run(double a) { return double_of(bits_of(a) ^ std::uint64_t{1} << 63); }
};
struct Abs {
  static float run(float a) { return float_of(bits_of(a) & 0x7fffffffu); }
  static double run(double a) { return double_of(bits_of(a) & ~(std::uint64_t{1} << 63)); }
};
// The sign of the first operand on the second.
struct CopySign { template <typename T> static T run(T a, T b) { return std::copysign(b, a); } };

template <typename Extreme>
Handler extreme(const ptx::Instruction& i) {
  return has(i, ptx::kPropagateNan) ? unrounded_variant<2, Propagating<Extreme>>(i) : unrounded_variant<2, Extreme>(i);
}

}  // namespace

Handler float_handler(const ptx::Instruction& i, Decoded&) {
  if (!is_float(i.type)) return nullptr;
  switch (op_of(i)) {
    case Op::kAdd: return float_variant<2, Add>(i);
    case Op::kSub: return float_variant<2, Sub>(i);
    case Op::kMul: return float_variant<2, Mul>(i);
    case Op::kMad:
    case Op::kFma: return float_variant<3, Fma>(i);
    case Op::kMin: return extreme<Min>(i);
    case Op::kMax: return extreme<Max>(i);
    case Op::kNeg: return unrounded_variant<1, Neg>(i);
    case Op::kAbs: return unrounded_variant<1, Abs>(i);
    case Op::kCopysign: return unrounded_variant<2, CopySign>(i);
    default: return nullptr;
  }
}

}  // namespace unibank::simt
