// Every rounded operation in single and double precision, in every rounding mode and with every modifier.
#include "simt/exact.h"

using namespace unibank;

namespace {

using U = std::uint64_t;

enum class IeeeOperation { kAdd, kSub, kMul, kFma, kDiv, kRcp, kSqrt };

struct IeeeForm {
  FloatFormat format;
  IeeeOperation operation;
  char mode;
  bool flush, saturate;
};

Exactly exact(const IeeeForm& form, Quad a, Quad b, Quad c) {
  switch (form.operation) {
    case IeeeOperation::kAdd: return exact_sum(a, b, form.mode);
    case IeeeOperation::kSub: return exact_sum(a, -b, form.mode);
    case IeeeOperation::kMul: return {a * b};
    case IeeeOperation::kFma: return exact_sum(a * b, c, form.mode);
    case IeeeOperation::kDiv: return {a / b};
    case IeeeOperation::kRcp: return {Quad(1) / a};
    case IeeeOperation::kSqrt: return exact_root(a);
  }
  return {};
}

unsigned operands_of(IeeeOperation operation) {
  if (operation == IeeeOperation::kRcp || operation == IeeeOperation::kSqrt) return 1;
  return operation == IeeeOperation::kFma ? 3 : 2;
}

U without_subnormal(FloatFormat format, U bits) { return bits & format.infinity() ? bits : bits & format.sign(); }

// Single precision has one NaN. In double precision the result is the first NaN operand, made quiet, or the default NaN
// of an invalid operation.
U nan_of(const IeeeForm& form, U a, U b, U c) {
  if (form.format.fraction == 23) return 0x7fffffff;
  const U operands[] = {a, b, c};
  for (unsigned n = 0; n < operands_of(form.operation); ++n) {
    if (form.format.is_nan(operands[n])) return operands[n] | U{1} << 51;
  }
  return 0xfff8000000000000;
}

U ieee_bits(const IeeeForm& form, U a, U b, U c) {
  const FloatFormat f = form.format;
  const U mask = f.sign() * 2 - 1;
  a &= mask, b &= mask, c &= mask;
  if (form.flush) a = without_subnormal(f, a), b = without_subnormal(f, b), c = without_subnormal(f, c);
  const Exactly result = exact(form, number(f, a), number(f, b), number(f, c));
  if (result.value != result.value) return form.saturate ? 0 : nan_of(form, a, b, c);
  U bits = rounded(f, result, form.mode);
  // A result is subnormal if it is so after rounding with an unbounded exponent.
  const U scaled = rounded(f, {result.value * power_of_two(64), result.side}, form.mode) & (f.sign() - 1);
  if (form.flush && scaled < U{65} << f.fraction) bits &= f.sign();
  if (!form.saturate) return bits;
  if (bits & f.sign()) return 0;
  return std::min(bits, (f.infinity() >> 1) & f.infinity());
}

void check_ieee(const std::string& opcode, const IeeeForm& form) {
  const bool wide = form.format.fraction == 52;
  const std::string letter = wide ? "%d" : "%f";
  std::string operands = " " + letter + "10";
  for (unsigned n = 0; n < operands_of(form.operation); ++n) operands += ", " + letter + std::to_string(2 + n);
  const std::string suffixes = (form.flush ? ".ftz" : "") + std::string(form.saturate ? ".sat" : "");
  check_form(opcode + suffixes + (wide ? ".f64" : ".f32") + operands + ";", letter + "10",
             wide ? awkward_doubles() : awkward_floats(), [&](U a, U b, U c, U) { return ieee_bits(form, a, b, c); });
}

void check_ieee_modes(const std::string& opcode, IeeeOperation operation, bool saturates) {
  for (const char mode : {'n', 'z', 'm', 'p'}) {
    const std::string rounded_opcode = opcode + ".r" + mode;
    check_ieee(rounded_opcode, {kF64, operation, mode, false, false});
    for (const bool flush : {false, true}) {
      check_ieee(rounded_opcode, {kF32, operation, mode, flush, false});
      if (saturates) check_ieee(rounded_opcode, {kF32, operation, mode, flush, true});
    }
  }
}

}  // namespace

TEST_CASE("sums round once in the mode that is asked for") {
  check_ieee_modes("add", IeeeOperation::kAdd, true);
  check_ieee_modes("sub", IeeeOperation::kSub, true);
  check_ieee("add", {kF32, IeeeOperation::kAdd, 'n', false, false});
  check_ieee("sub", {kF64, IeeeOperation::kSub, 'n', false, false});
}

TEST_CASE("products round once in the mode that is asked for") {
  check_ieee_modes("mul", IeeeOperation::kMul, true);
  check_ieee("mul", {kF32, IeeeOperation::kMul, 'n', true, false});
}

TEST_CASE("fused multiply-adds round once in the mode that is asked for") {
  check_ieee_modes("fma", IeeeOperation::kFma, true);
  check_ieee("mad.rn", {kF32, IeeeOperation::kFma, 'n', false, false});
  check_ieee("mad.rz", {kF64, IeeeOperation::kFma, 'z', false, false});
}

TEST_CASE("quotients and reciprocals round once in the mode that is asked for") {
  check_ieee_modes("div", IeeeOperation::kDiv, false);
  check_ieee_modes("rcp", IeeeOperation::kRcp, false);
  check_ieee("div.full", {kF32, IeeeOperation::kDiv, 'n', false, false});
}

TEST_CASE("square roots round once in the mode that is asked for") {
  check_ieee_modes("sqrt", IeeeOperation::kSqrt, false);
}

TEST_CASE("minimum and maximum of doubles prefer numbers to NaN") {
  const auto extreme = [](bool most) {
    return [most](U a, U b, U, U) {
      if (kF64.is_nan(a) && kF64.is_nan(b)) return a | U{1} << 51;
      if (kF64.is_nan(a) || kF64.is_nan(b)) return kF64.is_nan(a) ? b : a;
      // Compared as sign-magnitude integers, so -0 is below +0.
      const auto key = [](U v) {
        return v >> 63 ? -static_cast<__int128>(v & ~(U{1} << 63)) - 1 : static_cast<__int128>(v);
      };
      return (key(a) < key(b)) != most ? a : b;
    };
  };
  check_form("min.f64 %d10, %d2, %d3;", "%d10", awkward_doubles(), extreme(false));
  check_form("max.f64 %d10, %d2, %d3;", "%d10", awkward_doubles(), extreme(true));
}

TEST_CASE("signs are set and copied without regard to the number") {
  const U sign = U{1} << 63;
  check_form("neg.f64 %d10, %d2;", "%d10", awkward_doubles(), [=](U a, U, U, U) { return a ^ sign; });
  check_form("abs.f64 %d10, %d2;", "%d10", awkward_doubles(), [=](U a, U, U, U) { return a & ~sign; });
  check_form("copysign.f64 %d10, %d2, %d3;", "%d10", awkward_doubles(),
             [=](U a, U b, U, U) { return (a & sign) | (b & ~sign); });
  check_form("neg.f32 %f10, %f2;", "%f10", awkward_floats(), [](U a, U, U, U) { return a ^ 0x80000000; });
  check_form("abs.f32 %f10, %f2;", "%f10", awkward_floats(), [](U a, U, U, U) { return a & 0x7fffffff; });
  const auto flushing = [](U bits) { return kF32.is_nan(bits) ? bits | 0x400000 : without_subnormal(kF32, bits); };
  check_form("neg.ftz.f32 %f10, %f2;", "%f10", awkward_floats(),
             [=](U a, U, U, U) { return flushing((a & 0xffffffff) ^ 0x80000000); });
  check_form("abs.ftz.f32 %f10, %f2;", "%f10", awkward_floats(),
             [=](U a, U, U, U) { return flushing(a & 0x7fffffff); });
  check_form("copysign.f32 %f10, %f2, %f3;", "%f10", awkward_floats(),
             [](U a, U b, U, U) { return (a & 0x80000000) | (b & 0x7fffffff); });
}
