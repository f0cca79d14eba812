// Wraps a floating-point operation in the behaviour its modifiers ask for, and picks the handler.
#pragma once

#include "ptx/instruction_table.h"
#include "simt/lanes.h"
#include "simt/rounding.h"

namespace unibank::simt {

template <typename Op>
struct Plain {
  template <typename T, typename... Ts>
  static T run(T a, Ts... others) { return canonical(Op::run(a, others...)); }
};
template <typename Op>
struct Flushing {
  template <typename... Ts>
  static float run(float a, Ts... others) { return flushed(canonical(Op::run(flushed(a), flushed(others)...))); }
};
template <typename Op>
struct Saturating {
  template <typename T, typename... Ts>
  static T run(T a, Ts... others) { return unit_range(Op::run(a, others...)); }
};
template <typename Op, ptx::Rounding rounding>
struct Directed {
  template <typename T, typename... Ts>
  static T run(T a, Ts... others) {
    const RoundingScope scope(rounding);
    volatile T first = a;
    volatile T result = apply(first, keep(others)...);
    return result;
  }

 private:
  template <typename T>
  static T keep(T value) {
    volatile T kept = value;
    return kept;
  }
  template <typename T, typename... Ts>
  [[gnu::noinline]] static T apply(T a, Ts... others) { return Op::run(a, others...); }
};

template <unsigned operands, typename Op, typename T>
Handler lanes_of() {
  if constexpr (operands == 1) return &unary<Op, T, T>;
  else if constexpr (operands == 2) return &binary<Op, T, T, T>;
  else return &ternary<Op, T, T, T, T>;
}

template <unsigned operands, typename Op>
Handler with_range(const ptx::Instruction& i) {
  const bool saturate = has(i, ptx::kSat);
  if (i.type == ptx::Type::kF64) return lanes_of<operands, Plain<Op>, double>();
  if (has(i, ptx::kFtz)) {
    return saturate ? lanes_of<operands, Saturating<Flushing<Op>>, float>() : lanes_of<operands, Flushing<Op>, float>();
  }
  return saturate ? lanes_of<operands, Saturating<Plain<Op>>, float>() : lanes_of<operands, Plain<Op>, float>();
}

// All of .ftz, .sat and the rounding modes.
template <unsigned operands, typename Op>
Handler float_variant(const ptx::Instruction& i) {
  switch (rounding_of(i)) {
    case ptx::Rounding::kRz: return with_range<operands, Directed<Op, ptx::Rounding::kRz>>(i);
    case ptx::Rounding::kRm: return with_range<operands, Directed<Op, ptx::Rounding::kRm>>(i);
    case ptx::Rounding::kRp: return with_range<operands, Directed<Op, ptx::Rounding::kRp>>(i);
    default: return with_range<operands, Op>(i);
  }
}

// Operations that round only to nearest.
template <unsigned operands, typename Op>
Handler unrounded_variant(const ptx::Instruction& i) {
  if (i.type == ptx::Type::kF64) return lanes_of<operands, Op, double>();
  return has(i, ptx::kFtz) ? lanes_of<operands, Flushing<Op>, float>() : lanes_of<operands, Op, float>();
}

}  // namespace unibank::simt
