// Wraps a floating-point operation in the behaviour of its modifiers, and selects the handler.
#pragma once

#include "ptx/instruction_table.h"
#include "simt/lanes.h"
#include "simt/rounding.h"
#include "simt/types.h"

namespace unibank::simt {

template <typename Op>
struct Plain {
  template <typename T, typename... Ts>
  static T run(T a, Ts... others) { return with_nan(Op::run(a, others...), a, others...); }
};
// .ftz: a result counts as subnormal if it is subnormal after rounding with an unbounded exponent. Operations whose
// results can be rounded up to the least normal number have `scaled`, which returns the result times 2^64.
template <typename Op>
struct Flushing {
  template <typename... Ts>
  static float run(float a, Ts... others) {
    const float result = canonical(Op::run(flushed(a), flushed(others)...));
    const bool tiny = is_tiny<Op>(result, 0, flushed(a), flushed(others)...);
    return float_of(tiny ? bits_of(result) & 0x80000000u : bits_of(result));
  }

 private:
  template <typename O, typename... Ts>
  static auto is_tiny(float result, int, Ts... operands) -> decltype(O::scaled(operands...), bool{}) {
    // If the result is not small, scaling may overflow and is not used.
    const bool small = std::fabs(result) <= 0x1p-126f, scaled_small = std::fabs(O::scaled(operands...)) < 0x1p-62f;
    return small & scaled_small;
  }
  template <typename O, typename... Ts>
  static bool is_tiny(float result, long, Ts...) { return std::fabs(result) < 0x1p-126f; }
};
template <typename Op>
struct Saturating {
  template <typename T, typename... Ts>
  static T run(T a, Ts... others) { return unit_range(Op::run(a, others...)); }
};

template <unsigned operands, typename Op, typename T>
Handler lanes_of() {
  if constexpr (operands == 1) return &unary<Op, T, T>;
  else if constexpr (operands == 2) return &binary<Op, T, T, T>;
  else return &ternary<Op, T, T, T, T>;
}

// Adds .ftz and .sat, which double precision does not have.
template <unsigned operands, typename Op>
Handler with_range(const ptx::Instruction& i) {
  const bool saturate = has(i, ptx::kSat), flush = has(i, ptx::kFtz);
  if (i.type == ptx::Type::kF64) return saturate || flush ? nullptr : lanes_of<operands, Plain<Op>, double>();
  if (flush) {
    return saturate ? lanes_of<operands, Saturating<Flushing<Op>>, float>() : lanes_of<operands, Flushing<Op>, float>();
  }
  return saturate ? lanes_of<operands, Saturating<Plain<Op>>, float>() : lanes_of<operands, Plain<Op>, float>();
}

// Adds .ftz, .sat and the rounding modes.
template <unsigned operands, typename Op>
Handler float_variant(const ptx::Instruction& i, Decoded& decoded) {
  return rounded_handler(i, with_range<operands, Op>(i), decoded);
}

// Operations that do not round.
template <unsigned operands, typename Op>
Handler unrounded_variant(const ptx::Instruction& i) {
  if (rounding_of(i) != ptx::Rounding::kNone) return nullptr;
  if (i.type == ptx::Type::kF64) return has(i, ptx::kFtz) ? nullptr : lanes_of<operands, Op, double>();
  return has(i, ptx::kFtz) ? lanes_of<operands, Flushing<Op>, float>() : lanes_of<operands, Op, float>();
}

}  // namespace unibank::simt
