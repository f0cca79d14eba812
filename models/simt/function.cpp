// Division, roots, reciprocals and the special functions. The .approx forms are implementation-defined in PTX within an
// error; here division, reciprocal and square root are those of IEEE 754, and the others are rounded from double
// precision, so they depend neither on the optimisation level nor on the processor.
#include <cmath>

#include "simt/float_variants.h"
#include "simt/narrow_variants.h"

namespace unibank::simt {
namespace {

using ptx::Op;
using ptx::Type;

struct Div {
  template <typename T>
  static T run(T a, T b) { return a / b; }
  static float scaled(float a, float b) { return a * 0x1p64f / b; }
};
// PTX: a divisor beyond 2^126 has the reciprocal zero.
struct DivApprox {
  static float run(float a, float b) {
    return std::fabs(b) > 0x1p126f && std::isfinite(b) ? a * std::copysign(0.0f, b) : a / b;
  }
};
struct Rcp {
  template <typename T>
  static T run(T a) { return T{1} / a; }
  static float scaled(float a) { return 0x1p64f / a; }
};
struct Sqrt { template <typename T> static T run(T a) { return std::sqrt(a); } };
struct Rsqrt {
  static float run(float a) { return a == 0 ? 1.0f / a : static_cast<float>(1.0 / std::sqrt(double{a})); }
  static double run(double a) { return 1.0 / std::sqrt(a); }
};

struct Sin { static double of(double a) { return std::sin(a); } };
struct Cos { static double of(double a) { return std::cos(a); } };
struct Ex2 { static double of(double a) { return std::exp2(a); } };
struct Lg2 { static double of(double a) { return std::log2(a); } };
struct Tanh { static double of(double a) { return std::tanh(a); } };

// Special functions in single precision, and in the narrow types, which round their own results.
template <typename Function>
struct Special {
  static float run(float a) { return static_cast<float>(Function::of(double{a})); }
  static double run(double a) { return Function::of(a); }
};

// rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 read and write the upper 32 bits of a double.
template <typename Function>
struct UpperHalf {
  static double run(double a) {
    const std::uint64_t bits = bits_of(a) & 0xffffffff00000000;
    const bool small = (bits & 0x7ff0000000000000) == 0;
    const double result = Function::run(double_of(small ? bits & std::uint64_t{1} << 63 : bits));
    if (result != result) return double_of(0x7fffffff00000000);
    const std::uint64_t kept = (bits_of(result) + 0x80000000) & 0xffffffff00000000;
    return double_of((kept & 0x7ff0000000000000) == 0 ? kept & std::uint64_t{1} << 63 : kept);
  }
};

template <typename Function>
Handler single(const ptx::Instruction& i) {
  return i.type == Type::kF32 ? with_range<1, Special<Function>>(i) : nullptr;
}

Handler division(const ptx::Instruction& i, Decoded& decoded) {
  const bool approximate = has(i, ptx::kApprox) || has(i, ptx::kFull);
  const bool f64 = i.type == Type::kF64;
  if (approximate == (rounding_of(i) != ptx::Rounding::kNone) || (approximate && f64)) return nullptr;
  return has(i, ptx::kApprox) ? with_range<2, DivApprox>(i) : float_variant<2, Div>(i, decoded);
}

template <typename Function>
Handler root(const ptx::Instruction& i, Decoded& decoded) {
  if (has(i, ptx::kApprox) == (rounding_of(i) != ptx::Rounding::kNone)) return nullptr;
  if (i.type == Type::kF64 && has(i, ptx::kApprox)) {
    return has(i, ptx::kFtz) && op_of(i) != Op::kSqrt ? Handler{&unary<UpperHalf<Function>, double, double>} : nullptr;
  }
  return float_variant<1, Function>(i, decoded);
}

Handler reciprocal_root(const ptx::Instruction& i) {
  if (!has(i, ptx::kApprox)) return nullptr;
  if (i.type == Type::kF64 && has(i, ptx::kFtz)) return &unary<UpperHalf<Rsqrt>, double, double>;
  return with_range<1, Rsqrt>(i);
}

}  // namespace

Handler function_handler(const ptx::Instruction& i, Decoded& decoded) {
  const Op op = op_of(i);
  if (is_narrow_float(i.type)) {
    if (op == Op::kEx2) return narrow_variant<1, Special<Ex2>>(i);
    return op == Op::kTanh ? narrow_variant<1, Special<Tanh>>(i) : nullptr;
  }
  if (!is_float(i.type)) return nullptr;
  switch (op) {
    case Op::kDiv: return division(i, decoded);
    case Op::kRcp: return root<Rcp>(i, decoded);
    case Op::kSqrt: return root<Sqrt>(i, decoded);
    case Op::kRsqrt: return reciprocal_root(i);
    case Op::kSin: return single<Sin>(i);
    case Op::kCos: return single<Cos>(i);
    case Op::kEx2: return single<Ex2>(i);
    case Op::kLg2: return single<Lg2>(i);
    case Op::kTanh: return single<Tanh>(i);
    default: return nullptr;
  }
}

}  // namespace unibank::simt
