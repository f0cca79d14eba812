// Minimum and maximum of floating-point values, in all their variants.
#pragma once

#include "ptx/instruction_table.h"
#include "simt/rounding.h"

namespace unibank::simt {

// A NaN operand is ignored; -0 is less than +0.
struct Min {
  template <typename T>
  static T run(T a, T b) {
    const T number = a == b ? (std::signbit(a) ? a : b) : a < b || b != b ? a : b;
    return with_nan(number, a, b);
  }
};
struct Max {
  template <typename T>
  static T run(T a, T b) {
    const T number = a == b ? (std::signbit(a) ? b : a) : a > b || b != b ? a : b;
    return with_nan(number, a, b);
  }
};
// A NaN operand is propagated.
template <typename Extreme>
struct Propagating {
  template <typename T>
  static T run(T a, T b) {
    const T result = Extreme::run(a, b);
    return with_nan(a != a || b != b ? a + b : result, a, b);
  }
};
// .xorsign.abs: the magnitudes are compared, and the signs are multiplied.
template <typename Extreme>
struct XorSign {
  template <typename T>
  static T run(T a, T b) {
    const T result = Extreme::run(std::fabs(a), std::fabs(b));
    const T sign = std::signbit(a) != std::signbit(b) ? T{-1} : T{1};
    return result != result ? result : std::copysign(result, sign);
  }
};

// Calls pick(O{}) with the variant of the modifiers.
template <typename Extreme, typename Pick>
auto pick_extreme(const ptx::Instruction& i, Pick pick) {
  const bool propagates = has(i, ptx::kPropagateNan);
  if (has(i, ptx::kXorSign)) return propagates ? pick(XorSign<Propagating<Extreme>>{}) : pick(XorSign<Extreme>{});
  return propagates ? pick(Propagating<Extreme>{}) : pick(Extreme{});
}

}  // namespace unibank::simt
