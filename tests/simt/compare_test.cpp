#include <cmath>

#include "simt/forms.h"

using namespace unibank;

namespace {

using U = std::uint64_t;

template <typename T>
T as(U v) {
  if constexpr (std::is_same_v<T, float>) return f32(v);
  else if constexpr (std::is_same_v<T, double>) return f64(v);
  else return static_cast<T>(v);
}

template <typename T>
void check_ordered(const std::string& type, const std::string& reg, const std::vector<Operands>& operands) {
  const auto check = [&](const std::string& comparison, bool (*holds)(T, T)) {
    check_form("setp." + comparison + "." + type + " %p1, " + reg + "2, " + reg + "3;", "%p1", operands,
               [=](U a, U b, U, U) { return holds(as<T>(a), as<T>(b)) ? 1 : 0; });
  };
  check("lt", [](T a, T b) { return a < b; });
  check("le", [](T a, T b) { return a <= b; });
  check("gt", [](T a, T b) { return a > b; });
  check("ge", [](T a, T b) { return a >= b; });
  check("eq", [](T a, T b) { return a == b; });
  check("ne", [](T a, T b) { return a < b || a > b; });
}

template <typename T>
void check_unordered(const std::string& type, const std::string& reg, const std::vector<Operands>& operands) {
  const auto check = [&](const std::string& comparison, bool (*holds)(T, T)) {
    check_form("setp." + comparison + "." + type + " %p1, " + reg + "2, " + reg + "3;", "%p1", operands,
               [=](U a, U b, U, U) { return holds(as<T>(a), as<T>(b)) ? 1 : 0; });
  };
  check("ltu", [](T a, T b) { return std::isunordered(a, b) || a < b; });
  check("leu", [](T a, T b) { return std::isunordered(a, b) || a <= b; });
  check("gtu", [](T a, T b) { return std::isunordered(a, b) || a > b; });
  check("geu", [](T a, T b) { return std::isunordered(a, b) || a >= b; });
  check("equ", [](T a, T b) { return std::isunordered(a, b) || a == b; });
  check("neu", [](T a, T b) { return std::isunordered(a, b) || a != b; });
  check("num", [](T a, T b) { return !std::isunordered(a, b); });
  check("nan", [](T a, T b) { return std::isunordered(a, b); });
}

}  // namespace

TEST_CASE("integers are compared as their type says") {
  check_ordered<std::int32_t>("s32", "%r", awkward32());
  check_ordered<std::uint32_t>("u32", "%r", awkward32());
  check_ordered<std::int64_t>("s64", "%l", awkward64());
  check_ordered<std::uint64_t>("u64", "%l", awkward64());
  check_ordered<std::int16_t>("s16", "%h", awkward32());
  check_ordered<std::uint16_t>("u16", "%h", awkward32());
  check_form("setp.lo.u32 %p1, %r2, %r3;", "%p1", awkward32(), [](U a, U b, U, U) { return a < b ? 1 : 0; });
  check_form("setp.hs.u64 %p1, %l2, %l3;", "%p1", awkward64(), [](U a, U b, U, U) { return a >= b ? 1 : 0; });
  check_form("setp.ne.b32 %p1, %r2, %r3;", "%p1", awkward32(), [](U a, U b, U, U) { return a != b ? 1 : 0; });
}

TEST_CASE("comparisons of floats with NaN are false or if unordered true") {
  check_ordered<float>("f32", "%f", awkward_floats());
  check_unordered<float>("f32", "%f", awkward_floats());
  check_ordered<double>("f64", "%d", awkward_doubles());
  check_unordered<double>("f64", "%d", awkward_doubles());
  CHECK(evaluate("setp.eq.ftz.f32 %p1, %f2, %f3;", "%p1", {{1, 0x80000001}}).front() == 1);
}

TEST_CASE("setp combines with another predicate and also writes the complement") {
  const std::string other = "setp.lt.s32 %p2, %r4, 16;\n";
  const auto b16 = [](U c) { return static_cast<std::int32_t>(c) < 16; };
  check_form(other + "setp.eq.and.s32 %p1, %r2, %r3, %p2;", "%p1", awkward32(),
             [=](U a, U b, U c, U) { return a == b && b16(c) ? 1 : 0; });
  check_form(other + "setp.eq.or.s32 %p1, %r2, %r3, !%p2;", "%p1", awkward32(),
             [=](U a, U b, U c, U) { return a == b || !b16(c) ? 1 : 0; });
  check_form(other + "setp.eq.xor.s32 %p1, %r2, %r3, %p2;", "%p1", awkward32(),
             [=](U a, U b, U c, U) { return (a == b) != b16(c) ? 1 : 0; });
  check_form(other + "setp.eq.and.s32 %p3|%p1, %r2, %r3, %p2;", "%p1", awkward32(),
             [=](U a, U b, U c, U) { return a != b && b16(c) ? 1 : 0; });
}

TEST_CASE("selections pick one of two values") {
  check_form("setp.lt.s32 %p2, %r4, 0;\nselp.b32 %r10, %r2, %r3, %p2;", "%r10", awkward32(),
             [](U a, U b, U c, U) { return c >> 31 ? a : b; });
  check_form("setp.lt.s32 %p2, %r4, 0;\nselp.b64 %l10, %l2, %l3, %p2;", "%l10", awkward64(),
             [](U a, U b, U c, U) { return c >> 31 & 1 ? a : b; });
  check_form("setp.lt.s32 %p2, %r4, 0;\nselp.f32 %f10, %f2, 0f3F800000, %p2;", "%f10", awkward32(),
             [](U a, U, U c, U) { return c >> 31 ? a : 0x3f800000; });
  check_form("slct.s32.s32 %r10, %r2, %r3, %r4;", "%r10", awkward32(),
             [](U a, U b, U c, U) { return c >> 31 ? b : a; });
  check_form("slct.f32.f32 %f10, %f2, %f3, %f4;", "%f10", awkward_floats(),
             [](U a, U b, U c, U) { return f32(c) >= 0 ? a : b; });
}

TEST_CASE("set and testp give their answer as a value and as a predicate") {
  check_form("set.gt.u32.s32 %r10, %r2, %r3;", "%r10", awkward32(),
             [](U a, U b, U, U) { return static_cast<std::int32_t>(a) > static_cast<std::int32_t>(b) ? ~U{0} : 0; });
  check_form("set.lt.f32.f32 %f10, %f2, %f3;", "%f10", awkward_floats(),
             [](U a, U b, U, U) { return f32(a) < f32(b) ? 0x3f800000 : 0; });
  const auto test = [](const std::string& what, bool (*holds)(float)) {
    check_form("testp." + what + ".f32 %p1, %f2;", "%p1", awkward_floats(),
               [=](U a, U, U, U) { return holds(f32(a)) ? 1 : 0; });
  };
  test("finite", [](float a) { return std::isfinite(a); });
  test("infinite", [](float a) { return std::isinf(a); });
  test("notanumber", [](float a) { return std::isnan(a); });
  test("subnormal", [](float a) { return a != 0 && std::fabs(a) < 0x1p-126f; });
}
