// Division, roots, reciprocals and the special functions. The .approx forms are implementation-defined in PTX; here
// they are the host's functions in single precision, which are at least as accurate.
#include <cmath>

#include "ptx/instruction_table.h"
#include "simt/float_variants.h"
#include "simt/types.h"

namespace unibank::simt {
namespace {

using ptx::Op;

struct Div { template <typename T> static T run(T a, T b) { return a / b; } };
struct Rcp { template <typename T> static T run(T a) { return T{1} / a; } };
struct Sqrt { template <typename T> static T run(T a) { return std::sqrt(a); } };
struct Rsqrt {
  static float run(float a) { return a == 0 ? 1.0f / a : static_cast<float>(1.0 / std::sqrt(double{a})); }
  static double run(double a) { return 1.0 / std::sqrt(a); }
};
struct Sin { static float run(float a) { return std::sin(a); } };
struct Cos { static float run(float a) { return std::cos(a); } };
struct Ex2 { static float run(float a) { return std::exp2(a); } };
struct Lg2 { static float run(float a) { return std::log2(a); } };

template <typename Function>
Handler single(const ptx::Instruction& i) {
  return has(i, ptx::kFtz) ? lanes_of<1, Flushing<Function>, float>() : lanes_of<1, Plain<Function>, float>();
}

}  // namespace

Handler function_handler(const ptx::Instruction& i, Decoded&) {
  if (!is_float(i.type)) return nullptr;
  switch (op_of(i)) {
    case Op::kDiv: return float_variant<2, Div>(i);
    case Op::kRcp: return float_variant<1, Rcp>(i);
    case Op::kSqrt: return float_variant<1, Sqrt>(i);
    case Op::kRsqrt: return with_range<1, Rsqrt>(i);
    case Op::kSin: return single<Sin>(i);
    case Op::kCos: return single<Cos>(i);
    case Op::kEx2: return single<Ex2>(i);
    case Op::kLg2: return single<Lg2>(i);
    default: return nullptr;
  }
}

}  // namespace unibank::simt
