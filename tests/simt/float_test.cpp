#include <cfenv>
#include <cmath>

#include "simt/forms.h"

using namespace unibank;

namespace {

using U = std::uint64_t;
constexpr U kNan = 0x7fffffff;

U result(float value) { return value != value ? kNan : bits(value); }
bool is_nan(U a) { return (a & 0x7fffffff) > 0x7f800000; }
float flush(U a) { return (a & 0x7f800000) == 0 ? f32(a & 0x80000000) : f32(a); }

void check2(const std::string& opcode, const Expected& expected) {
  check_form(opcode + " %f10, %f2, %f3;", "%f10", awkward_floats(), expected);
}
std::uint64_t one_result(const std::string& code, U a, U b = 0, U c = 0) {
  return evaluate(code, "%f10", {{a, b, c}}).front();
}

}  // namespace

TEST_CASE("fma rounds once") {
  // (1 + 2^-23)^2 - (1 + 2^-22) = 2^-46; rounding the product first would lose it.
  CHECK(one_result("fma.rn.f32 %f10, %f2, %f2, %f3;", 0x3f800001, bits(-(1.0f + 0x1p-22f))) == bits(0x1p-46f));
  CHECK(one_result("mul.f32 %f11, %f2, %f2;\nadd.f32 %f10, %f11, %f3;", 0x3f800001, bits(-(1.0f + 0x1p-22f))) == 0);
}

TEST_CASE("directed rounding rounds in the given direction") {
  const U one_bits = 0x3f800000, tiny = bits(0x1p-30f), minus = bits(-0x1p-30f);
  CHECK(one_result("add.rz.f32 %f10, %f2, %f3;", one_bits, tiny) == one_bits);
  CHECK(one_result("add.rp.f32 %f10, %f2, %f3;", one_bits, tiny) == one_bits + 1);
  CHECK(one_result("add.rm.f32 %f10, %f2, %f3;", one_bits, minus) == one_bits - 1);
  CHECK(one_result("add.rz.f32 %f10, %f2, %f3;", one_bits, minus) == one_bits - 1);
  CHECK(one_result("add.rn.f32 %f10, %f2, %f3;", one_bits, minus) == one_bits);
  CHECK(one_result("mul.rz.f32 %f10, %f2, %f2;", 0x3f800001) == 0x3f800002);
  CHECK(one_result("mul.rp.f32 %f10, %f2, %f2;", 0x3f800001) == 0x3f800003);
  CHECK(one_result("fma.rm.f32 %f10, %f2, %f2, %f3;", one_bits, minus) == one_bits - 1);
  CHECK(one_result("fma.rp.f32 %f10, %f2, %f2, %f3;", one_bits, tiny) == one_bits + 1);
  CHECK(one_result("div.rz.f32 %f10, %f2, %f3;", one_bits, bits(3.0f)) == 0x3eaaaaaa);
  CHECK(one_result("div.rp.f32 %f10, %f2, %f3;", one_bits, bits(3.0f)) == 0x3eaaaaab);
  CHECK(one_result("sqrt.rz.f32 %f10, %f2;", bits(2.0f)) == 0x3fb504f3);
  CHECK(one_result("sqrt.rp.f32 %f10, %f2;", bits(2.0f)) == 0x3fb504f4);
  CHECK(evaluate("add.rz.f64 %d10, %d2, %d3;", "%d10", {{bits(1.0), bits(-0x1p-80)}}).front() == bits(1.0) - 1);
  CHECK(std::fegetround() == FE_TONEAREST);
}

TEST_CASE(".ftz turns subnormals into zeros and .sat clamps to 0 and 1") {
  const auto flushed = [](float value) { return result(flush(result(value))); };
  check2("add.ftz.f32", [=](U a, U b, U, U) { return flushed(flush(a) + flush(b)); });
  check2("add.sat.f32", [](U a, U b, U, U) {
    const float sum = f32(a) + f32(b);
    return bits(sum > 0 ? std::fmin(sum, 1.0f) : 0.0f);
  });
  CHECK(one_result("mul.ftz.f32 %f10, %f2, %f3;", 0x80000001, 0x3f800000) == 0x80000000);
  CHECK(one_result("add.f32 %f10, %f2, %f3;", 1, 1) == 2);
}

TEST_CASE("minimum and maximum prefer numbers to NaN and -0 is below +0") {
  const auto least = [](U a, U b, U, U) {
    if (is_nan(a) && is_nan(b)) return kNan;
    if (is_nan(a) || is_nan(b)) return is_nan(a) ? b : a;
    return f32(a) < f32(b) || (f32(a) == f32(b) && a >> 31) ? a : b;
  };
  const auto most = [](U a, U b, U, U) {
    if (is_nan(a) && is_nan(b)) return kNan;
    if (is_nan(a) || is_nan(b)) return is_nan(a) ? b : a;
    return f32(a) > f32(b) || (f32(a) == f32(b) && b >> 31) ? a : b;
  };
  check2("min.f32", least);
  check2("max.f32", most);
  CHECK(one_result("min.f32 %f10, %f2, %f3;", 0, 0x80000000) == 0x80000000);
  CHECK(one_result("max.f32 %f10, %f2, %f3;", 0x80000000, 0) == 0);
  CHECK(one_result("neg.f32 %f10, %f2;", 0) == 0x80000000);
  CHECK(one_result("abs.f32 %f10, %f2;", 0xff800000) == 0x7f800000);
  CHECK(one_result("copysign.f32 %f10, %f2, %f3;", 0x80000000, 0x3f800000) == 0xbf800000);
}

TEST_CASE("special functions differ from the exact values by a millionth at most") {
  const std::vector<float> values = {0.0f, 0.5f, 1.0f, 2.0f, 3.0f, 0.001f, 10.0f};
  std::vector<Operands> operands;
  for (const float value : values) operands.push_back({bits(value)});
  const auto check = [&](const std::string& opcode, double (*function)(double)) {
    const auto out = evaluate(opcode + ".f32 %f10, %f2;", "%f10", operands);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double right = function(static_cast<double>(values[i]));
      INFO(opcode << " of " << values[i]);
      if (std::isinf(right)) CHECK(static_cast<double>(f32(out[i])) == right);
      else CHECK(static_cast<double>(f32(out[i])) == Approx(right).epsilon(1e-6).margin(1e-6));
    }
  };
  check("ex2.approx", [](double x) { return std::exp2(x); });
  check("ex2.approx.ftz", [](double x) { return std::exp2(x); });
  check("lg2.approx", [](double x) { return std::log2(x); });
  check("sin.approx", [](double x) { return std::sin(x); });
  check("cos.approx.ftz", [](double x) { return std::cos(x); });
  check("rsqrt.approx", [](double x) { return 1 / std::sqrt(x); });
  check("rcp.approx.ftz", [](double x) { return 1 / x; });
  check("sqrt.approx", [](double x) { return std::sqrt(x); });
}
