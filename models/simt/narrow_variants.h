// Wraps an operation on doubles for the 16-bit types and their pairs, and selects the handler.
#pragma once

#include "simt/lanes.h"
#include "simt/half.h"
#include "simt/types.h"

namespace unibank::simt {

// Op works on doubles; its result is rounded once.
template <typename Op>
struct Narrow {
  template <typename T, typename... Ts>
  static T run(T a, Ts... others) { return narrowed<T>(Op::run(value_of(a), value_of(others)...)); }
};
// .ftz: a result counts as subnormal if it is subnormal after rounding with an unbounded exponent.
template <typename Op>
struct NarrowFlushing {
  template <typename T, typename... Ts>
  static T run(T a, Ts... others) {
    const double exact = Op::run(value_of(flushed_narrow(a)), value_of(flushed_narrow(others))...);
    const T result = narrowed<T>(exact);
    constexpr double scale = 0x1p10;
    const double least = std::ldexp(scale, 1 - T::kFormat.bias());
    const bool tiny = std::fabs(value_of(narrowed<T>(exact * scale))) < least;
    return tiny ? T(result.bits & 0x8000u) : result;
  }
};
template <typename Op>
struct NarrowSaturating {
  template <typename T, typename... Ts>
  static T run(T a, Ts... others) { return narrowed<T>(unit_range(value_of(Op::run(a, others...)))); }
};
// Negative results, and -0, become +0; a NaN stays NaN.
template <typename Op>
struct NarrowRelu {
  template <typename T, typename... Ts>
  static T run(T a, Ts... others) {
    const T result = Op::run(a, others...);
    return (result.bits & 0x8000) != 0 ? T(0) : result;
  }
};
template <typename Op>
struct Both {
  template <typename T, typename... Ts>
  static Pair<T> run(Pair<T> a, Ts... others) {
    return {Op::run(a.low, others.low...), Op::run(a.high, others.high...)};
  }
};

// Op on one of the types.
template <unsigned operands, typename Op, typename T>
Handler narrow_lanes() {
  if constexpr (operands == 1) return &unary<Op, T, T>;
  else if constexpr (operands == 2) return &binary<Op, T, T, T>;
  else return &ternary<Op, T, T, T, T>;
}
template <unsigned operands, typename Op>
Handler narrow_typed(ptx::Type type) {
  switch (type) {
    case ptx::Type::kF16: return narrow_lanes<operands, Op, Half>();
    case ptx::Type::kBf16: return narrow_lanes<operands, Op, Bfloat>();
    case ptx::Type::kF16x2: return narrow_lanes<operands, Both<Op>, Pair<Half>>();
    case ptx::Type::kBf16x2: return narrow_lanes<operands, Both<Op>, Pair<Bfloat>>();
    default: return nullptr;
  }
}

// `Op` on doubles, with .ftz and .sat or .relu.
template <unsigned operands, typename Op>
Handler narrow_variant(const ptx::Instruction& i) {
  const bool flush = has(i, ptx::kFtz);
  if (has(i, ptx::kSat)) {
    return flush ? narrow_typed<operands, NarrowSaturating<NarrowFlushing<Op>>>(i.type)
                 : narrow_typed<operands, NarrowSaturating<Narrow<Op>>>(i.type);
  }
  if (has(i, ptx::kRelu)) {
    return flush ? narrow_typed<operands, NarrowRelu<NarrowFlushing<Op>>>(i.type)
                 : narrow_typed<operands, NarrowRelu<Narrow<Op>>>(i.type);
  }
  return flush ? narrow_typed<operands, NarrowFlushing<Op>>(i.type) : narrow_typed<operands, Narrow<Op>>(i.type);
}

}  // namespace unibank::simt
