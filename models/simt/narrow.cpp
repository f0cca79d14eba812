// Arithmetic on f16, bf16 and pairs of them: add sub mul fma min max neg abs.
#include "simt/extremes.h"
#include "simt/narrow_variants.h"

namespace unibank::simt {
namespace {

using ptx::Op;

// In double precision. Products are exact; sums may not be.
struct Add { static double run(double a, double b) { return odd_sum(a, b); } };
struct Sub { static double run(double a, double b) { return odd_sum(a, -b); } };
struct Mul { static double run(double a, double b) { return a * b; } };
struct Fma { static double run(double a, double b, double c) { return odd_sum(a * b, c); } };
struct Neg { static double run(double a) { return -a; } };
struct Abs { static double run(double a) { return std::fabs(a); } };

template <typename Extreme>
Handler extreme(const ptx::Instruction& i) {
  if (has(i, ptx::kRelu)) return nullptr;
  return pick_extreme<Extreme>(i, [&](auto o) { return narrow_variant<2, decltype(o)>(i); });
}

}  // namespace

Handler narrow_handler(const ptx::Instruction& i) {
  if (rounding_of(i) > ptx::Rounding::kRn) return nullptr;
  switch (op_of(i)) {
    case Op::kAdd: return narrow_variant<2, Add>(i);
    case Op::kSub: return narrow_variant<2, Sub>(i);
    case Op::kMul: return narrow_variant<2, Mul>(i);
    case Op::kFma: return narrow_variant<3, Fma>(i);
    case Op::kMin: return extreme<Min>(i);
    case Op::kMax: return extreme<Max>(i);
    case Op::kNeg: return narrow_variant<1, Neg>(i);
    case Op::kAbs: return narrow_variant<1, Abs>(i);
    default: return nullptr;
  }
}

}  // namespace unibank::simt
