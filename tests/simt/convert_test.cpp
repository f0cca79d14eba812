#include <cmath>

#include "simt/forms.h"

using namespace unibank;

namespace {

using U = std::uint64_t;

U i32(double value) { return static_cast<U>(static_cast<std::int64_t>(value)); }
U one_conversion(const std::string& code, const std::string& result, U a) {
  return evaluate(code, result, {{a}}).front();
}
U from_float(const std::string& types, const std::string& to, float value) {
  return one_conversion("cvt." + types + " " + to + ", %f2;", to, bits(value));
}

}  // namespace

TEST_CASE("integers are truncated or extended with the sign of the source") {
  const auto c = [](const std::string& types, const std::string& to, const std::string& from,
                    const Expected& expected) {
    check_form("cvt." + types + " " + to + ", " + from + ";", to, awkward64(), expected);
  };
  c("u64.u32", "%l10", "%r2", [](U a, U, U, U) { return a & 0xffffffff; });
  c("s64.s32", "%l10", "%r2", [](U a, U, U, U) { return static_cast<U>(std::int64_t{static_cast<std::int32_t>(a)}); });
  c("u32.u64", "%r10", "%l2", [](U a, U, U, U) { return a; });
  c("s32.s16", "%r10", "%h2", [](U a, U, U, U) { return static_cast<U>(std::int64_t{static_cast<std::int16_t>(a)}); });
  c("u32.u16", "%r10", "%h2", [](U a, U, U, U) { return a & 0xffff; });
  c("u16.u32", "%h1", "%r2", [](U a, U, U, U) { return a; });
  c("s64.s8", "%l10", "%r2", [](U a, U, U, U) { return static_cast<U>(std::int64_t{static_cast<std::int8_t>(a)}); });
  c("u32.u8", "%r10", "%r2", [](U a, U, U, U) { return a & 255; });
  c("s8.s32", "%r10", "%r2", [](U a, U, U, U) { return static_cast<U>(std::int64_t{static_cast<std::int8_t>(a)}); });
  c("u8.u64", "%r10", "%l2", [](U a, U, U, U) { return a & 255; });
  c("s16.s64", "%h1", "%l2", [](U a, U, U, U) { return a; });
  c("s64.u32", "%l10", "%r2", [](U a, U, U, U) { return a & 0xffffffff; });
}

TEST_CASE("integer conversion saturates when asked") {
  CHECK(one_conversion("cvt.sat.s8.s32 %r10, %r2;", "%r10", 200) == 127);
  CHECK(one_conversion("cvt.sat.s8.s32 %r10, %r2;", "%r10", 0xffffff00) == 0xffffff80);
  CHECK(one_conversion("cvt.sat.u8.s32 %r10, %r2;", "%r10", 0xffffff00) == 0);
  CHECK(one_conversion("cvt.sat.u8.s32 %r10, %r2;", "%r10", 300) == 255);
  CHECK(one_conversion("cvt.sat.s32.s64 %r10, %l2;", "%r10", 0x100000000) == 0x7fffffff);
  CHECK(one_conversion("cvt.sat.u32.s32 %r10, %r2;", "%r10", 0x80000000) == 0);
  CHECK(one_conversion("cvt.sat.s32.u32 %r10, %r2;", "%r10", 0x80000000) == 0x7fffffff);
}

TEST_CASE("floats become integers by the rounding mode") {
  const float values[] = {0.5f, 1.5f, 2.5f, -0.5f, -1.5f, -2.5f, 0.0f, 1e6f, -7.9f};
  for (const float value : values) {
    INFO(value);
    const double v = static_cast<double>(value);
    CHECK(from_float("rni.s32.f32", "%r10", value) == (i32(std::nearbyint(v)) & 0xffffffff));
    CHECK(from_float("rzi.s32.f32", "%r10", value) == (i32(std::trunc(v)) & 0xffffffff));
    CHECK(from_float("rmi.s32.f32", "%r10", value) == (i32(std::floor(v)) & 0xffffffff));
    CHECK(from_float("rpi.s32.f32", "%r10", value) == (i32(std::ceil(v)) & 0xffffffff));
    CHECK(from_float("rzi.s64.f32", "%l10", value) == i32(std::trunc(v)));
  }
}

TEST_CASE("floats beyond an integer's range become its end, NaN becomes zero") {
  CHECK(from_float("rzi.s32.f32", "%r10", 3e9f) == 0x7fffffff);
  CHECK(from_float("rzi.s32.f32", "%r10", -3e9f) == 0x80000000);
  CHECK(from_float("rzi.s32.f32", "%r10", -0x1p31f) == 0x80000000);
  CHECK(from_float("rzi.u32.f32", "%r10", -1.0f) == 0);
  CHECK(from_float("rzi.u32.f32", "%r10", 3e9f) == 3000000000u);
  CHECK(from_float("rzi.u32.f32", "%r10", HUGE_VALF) == 0xffffffff);
  CHECK(from_float("rzi.u64.f32", "%l10", 0x1p63f) == U{1} << 63);
  CHECK(from_float("rzi.u64.f32", "%l10", 1e30f) == ~U{0});
  CHECK(from_float("rzi.s64.f32", "%l10", -1e30f) == U{1} << 63);
  CHECK(from_float("rni.s8.f32", "%r10", 1000.0f) == 127);
  CHECK(from_float("rzi.s32.f32", "%r10", std::nanf("")) == 0);
  CHECK(from_float("rzi.u32.f32", "%r10", std::nanf("")) == 0);
  CHECK(from_float("rzi.s64.f32", "%l10", std::nanf("")) == U{1} << 63);
  CHECK(one_conversion("cvt.rzi.s32.f64 %r10, %d2;", "%r10", bits(-2147483648.9)) == 0x80000000);
  CHECK(one_conversion("cvt.rzi.u32.f64 %r10, %d2;", "%r10", bits(4294967295.9)) == 0xffffffff);
}

TEST_CASE("integers become floats, rounded once") {
  const auto c = [](const std::string& types, const std::string& to, const std::string& from,
                    const Expected& expected) {
    check_form("cvt." + types + " " + to + ", " + from + ";", to, awkward64(), expected);
  };
  c("rn.f32.s32", "%f10", "%r2", [](U a, U, U, U) { return bits(static_cast<float>(static_cast<std::int32_t>(a))); });
  c("rn.f32.u32", "%f10", "%r2", [](U a, U, U, U) { return bits(static_cast<float>(static_cast<std::uint32_t>(a))); });
  c("rn.f32.s64", "%f10", "%l2", [](U a, U, U, U) { return bits(static_cast<float>(static_cast<std::int64_t>(a))); });
  c("rn.f32.u64", "%f10", "%l2", [](U a, U, U, U) { return bits(static_cast<float>(a)); });
  c("rn.f64.s32", "%d10", "%r2", [](U a, U, U, U) { return bits(static_cast<double>(static_cast<std::int32_t>(a))); });
  c("rn.f64.u64", "%d10", "%l2", [](U a, U, U, U) { return bits(static_cast<double>(a)); });
  c("rn.f32.u16", "%f10", "%h2", [](U a, U, U, U) { return bits(static_cast<float>(a & 0xffff)); });
  c("rn.f32.u8", "%f10", "%r2", [](U a, U, U, U) { return bits(static_cast<float>(a & 255)); });
  CHECK(one_conversion("cvt.rz.f32.s32 %f10, %r2;", "%f10", 0x7fffffff) == bits(0x1.fffffep30f));
  CHECK(one_conversion("cvt.rp.f32.s32 %f10, %r2;", "%f10", 0x7fffffff) == bits(0x1p31f));
  CHECK(one_conversion("cvt.rm.f32.u64 %f10, %l2;", "%f10", ~U{0}) == bits(0x1.fffffep63f));
}

TEST_CASE("floats change their precision") {
  CHECK(one_conversion("cvt.f64.f32 %d10, %f2;", "%d10", bits(0.1f)) == bits(static_cast<double>(0.1f)));
  CHECK(one_conversion("cvt.rn.f32.f64 %f10, %d2;", "%f10", bits(0.1)) == bits(0.1f));
  CHECK(one_conversion("cvt.rz.f32.f64 %f10, %d2;", "%f10", bits(0.1)) == bits(0.1f) - 1);
  CHECK(one_conversion("cvt.rn.f32.f64 %f10, %d2;", "%f10", bits(1e300)) == bits(HUGE_VALF));
  CHECK(one_conversion("cvt.rz.f32.f64 %f10, %d2;", "%f10", bits(1e300)) == 0x7f7fffff);
  CHECK(one_conversion("cvt.rni.f32.f32 %f10, %f2;", "%f10", bits(-0.25f)) == 0x80000000);
  CHECK(one_conversion("cvt.rpi.f32.f32 %f10, %f2;", "%f10", bits(1.25f)) == bits(2.0f));
  CHECK(one_conversion("cvt.sat.f32.f32 %f10, %f2;", "%f10", bits(1.25f)) == bits(1.0f));
  CHECK(one_conversion("cvt.sat.f32.f32 %f10, %f2;", "%f10", 0x7fc00000) == 0);
  CHECK(one_conversion("cvt.ftz.f64.f32 %d10, %f2;", "%d10", 0x80000001) == U{1} << 63);
}

TEST_CASE("half precision converts both ways, to nearest even") {
  const auto half = [](float value) { return one_conversion("cvt.rn.f16.f32 %h1, %f2;", "%h1", bits(value)); };
  CHECK(half(1.0f) == 0x3c00);
  CHECK(half(-2.0f) == 0xc000);
  CHECK(half(65504.0f) == 0x7bff);
  CHECK(half(65520.0f) == 0x7c00);
  CHECK(half(0x1p-24f) == 1);
  CHECK(half(0x1p-25f) == 0);
  CHECK(half(0x1.8p-25f) == 1);
  CHECK(half(1.0f + 0x1p-11f) == 0x3c00);
  CHECK(half(1.0f + 0x1.8p-10f) == 0x3c02);
  CHECK(half(0x1.ff8p-15f) == 0x03ff);
  CHECK(half(0x1.fffp-15f) == 0x0400);
  // Every seventh finite half is unchanged after conversion to a wider type and back.
  std::vector<Operands> all;
  for (U h = 0; h < 0x10000; h += 7) {
    if ((h & 0x7c00) != 0x7c00) all.push_back({h});
  }
  const auto back = evaluate("cvt.f32.f16 %f2, %h2;\ncvt.rn.f16.f32 %h1, %f2;", "%h1", all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (back[i] != all[i].a) CHECK(back[i] == all[i].a);
  }
}
