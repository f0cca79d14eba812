#include "simt/forms.h"

using namespace unibank;

namespace {

using U = std::uint64_t;
using Big = __int128;

std::int64_t s16(U v) { return static_cast<std::int16_t>(v); }
std::int64_t s32(U v) { return static_cast<std::int32_t>(v); }
std::int64_t s64(U v) { return static_cast<std::int64_t>(v); }
U u32(U v) { return v & 0xffffffff; }

void check32(const std::string& opcode, const Expected& expected) {
  check_form(opcode + " %r10, %r2, %r3;", "%r10", awkward32(), expected);
}
void check64(const std::string& opcode, const Expected& expected) {
  check_form(opcode + " %l10, %l2, %l3;", "%l10", awkward64(), expected);
}
void check16(const std::string& opcode, const Expected& expected) {
  check_form(opcode + " %h1, %h2, %h3;", "%h1", awkward32(), expected);
}
U saturated_to_type(Big v) {
  return static_cast<U>(v > 0x7fffffff ? Big{0x7fffffff} : v < -Big{0x80000000} ? -Big{0x80000000} : v);
}

}  // namespace

TEST_CASE("sums and differences wrap in the width of their type") {
  for (const char* type : {"u", "s"}) {
    const std::string t = type;
    check16("add." + t + "16", [](U a, U b, U, U) { return a + b; });
    check32("add." + t + "32", [](U a, U b, U, U) { return a + b; });
    check64("add." + t + "64", [](U a, U b, U, U) { return a + b; });
    check16("sub." + t + "16", [](U a, U b, U, U) { return a - b; });
    check32("sub." + t + "32", [](U a, U b, U, U) { return a - b; });
    check64("sub." + t + "64", [](U a, U b, U, U) { return a - b; });
  }
  check32("add.sat.s32", [](U a, U b, U, U) { return saturated_to_type(Big{s32(a)} + s32(b)); });
  check32("sub.sat.s32", [](U a, U b, U, U) { return saturated_to_type(Big{s32(a)} - s32(b)); });
}

TEST_CASE("products give their low half or their high half or all bits") {
  check16("mul.lo.u16", [](U a, U b, U, U) { return a * b; });
  check32("mul.lo.s32", [](U a, U b, U, U) { return a * b; });
  check64("mul.lo.s64", [](U a, U b, U, U) { return a * b; });
  check16("mul.hi.s16", [](U a, U b, U, U) { return static_cast<U>(s16(a) * s16(b) >> 16); });
  check16("mul.hi.u16", [](U a, U b, U, U) { return (a & 0xffff) * (b & 0xffff) >> 16; });
  check32("mul.hi.s32", [](U a, U b, U, U) { return static_cast<U>(s32(a) * s32(b) >> 32); });
  check32("mul.hi.u32", [](U a, U b, U, U) { return u32(a) * u32(b) >> 32; });
  check64("mul.hi.s64", [](U a, U b, U, U) { return static_cast<U>(Big{s64(a)} * s64(b) >> 64); });
  check64("mul.hi.u64", [](U a, U b, U, U) { return static_cast<U>(static_cast<unsigned __int128>(a) * b >> 64); });
  check_form("mul.wide.s16 %r10, %h2, %h3;", "%r10", awkward32(),
             [](U a, U b, U, U) { return static_cast<U>(s16(a) * s16(b)); });
  check_form("mul.wide.u16 %r10, %h2, %h3;", "%r10", awkward32(),
             [](U a, U b, U, U) { return (a & 0xffff) * (b & 0xffff); });
  check_form("mul.wide.s32 %l10, %r2, %r3;", "%l10", awkward32(),
             [](U a, U b, U, U) { return static_cast<U>(s32(a) * s32(b)); });
  check_form("mul.wide.u32 %l10, %r2, %r3;", "%l10", awkward32(), [](U a, U b, U, U) { return u32(a) * u32(b); });
}

TEST_CASE("multiply-add adds in the width of its result") {
  const auto check = [](const std::string& opcode, const Expected& expected) {
    check_form(opcode + " %r10, %r2, %r3, %r4;", "%r10", awkward32(), expected);
  };
  check("mad.lo.s32", [](U a, U b, U c, U) { return a * b + c; });
  check("mad.hi.s32", [](U a, U b, U c, U) { return static_cast<U>(s32(a) * s32(b) >> 32) + c; });
  check("mad.hi.u32", [](U a, U b, U c, U) { return (u32(a) * u32(b) >> 32) + c; });
  check("mad.hi.sat.s32", [](U a, U b, U c, U) { return saturated_to_type((s32(a) * s32(b) >> 32) + s32(c)); });
  check_form("mad.lo.u64 %l10, %l2, %l3, %l4;", "%l10", awkward64(), [](U a, U b, U c, U) { return a * b + c; });
  check_form("mad.wide.s32 %l10, %r2, %r3, %l4;", "%l10", awkward32(),
             [](U a, U b, U c, U) { return static_cast<U>(s32(a) * s32(b)) + c; });
  check_form("mad.wide.u32 %l10, %r2, %r3, %l4;", "%l10", awkward32(),
             [](U a, U b, U c, U) { return u32(a) * u32(b) + c; });
  check_form("mad.wide.u16 %r10, %h2, %h3, %r4;", "%r10", awkward32(),
             [](U a, U b, U c, U) { return (a & 0xffff) * (b & 0xffff) + c; });
}

TEST_CASE("24-bit products use the low 24 bits of their operands") {
  const auto low = [](U v) { return v & 0xffffff; };
  const auto sign = [](U v) { return static_cast<std::int64_t>(v << 40) >> 40; };
  check32("mul24.lo.u32", [=](U a, U b, U, U) { return low(a) * low(b); });
  check32("mul24.hi.u32", [=](U a, U b, U, U) { return low(a) * low(b) >> 16; });
  check32("mul24.lo.s32", [=](U a, U b, U, U) { return static_cast<U>(sign(a) * sign(b)); });
  check32("mul24.hi.s32", [=](U a, U b, U, U) { return static_cast<U>(sign(a) * sign(b) >> 16); });
  check_form("mad24.lo.u32 %r10, %r2, %r3, %r4;", "%r10", awkward32(),
             [=](U a, U b, U c, U) { return low(a) * low(b) + c; });
}

TEST_CASE("division by zero gives all ones as quotient and remainder and no division overflows") {
  check32("div.u32", [](U a, U b, U, U) { return u32(b) == 0 ? ~U{0} : u32(a) / u32(b); });
  check32("div.s32", [](U a, U b, U, U) { return u32(b) == 0 ? ~U{0} : static_cast<U>(s32(a) / s32(b)); });
  check32("rem.u32", [](U a, U b, U, U) { return u32(b) == 0 ? ~U{0} : u32(a) % u32(b); });
  check32("rem.s32", [](U a, U b, U, U) { return u32(b) == 0 ? ~U{0} : static_cast<U>(s32(a) % s32(b)); });
  check64("div.u64", [](U a, U b, U, U) { return b == 0 ? ~U{0} : a / b; });
  check64("div.s64", [](U a, U b, U, U) { return b == 0 ? ~U{0} : static_cast<U>(Big{s64(a)} / s64(b)); });
  check64("rem.s64", [](U a, U b, U, U) { return b == 0 ? ~U{0} : static_cast<U>(Big{s64(a)} % s64(b)); });
  check16("div.s16", [](U a, U b, U, U) { return (b & 0xffff) == 0 ? ~U{0} : static_cast<U>(s16(a) / s16(b)); });
}

TEST_CASE("extremes, negation and absolute values follow the sign of the type") {
  check32("min.s32", [](U a, U b, U, U) { return s32(a) < s32(b) ? a : b; });
  check32("max.s32", [](U a, U b, U, U) { return s32(a) > s32(b) ? a : b; });
  check32("min.u32", [](U a, U b, U, U) { return a < b ? a : b; });
  check64("max.u64", [](U a, U b, U, U) { return a > b ? a : b; });
  check64("min.s64", [](U a, U b, U, U) { return s64(a) < s64(b) ? a : b; });
  check16("max.s16", [](U a, U b, U, U) { return s16(a) > s16(b) ? a : b; });
  check_form("neg.s32 %r10, %r2;", "%r10", awkward32(), [](U a, U, U, U) { return 0 - a; });
  check_form("neg.s64 %l10, %l2;", "%l10", awkward64(), [](U a, U, U, U) { return 0 - a; });
  check_form("abs.s32 %r10, %r2;", "%r10", awkward32(), [](U a, U, U, U) { return s32(a) < 0 ? 0 - a : a; });
  check_form("abs.s64 %l10, %l2;", "%l10", awkward64(), [](U a, U, U, U) { return s64(a) < 0 ? 0 - a : a; });
  check_form("sad.s32 %r10, %r2, %r3, %r4;", "%r10", awkward32(),
             [](U a, U b, U c, U) { return c + static_cast<U>(s32(a) < s32(b) ? s32(b) - s32(a) : s32(a) - s32(b)); });
}

TEST_CASE("the carry flag joins sums, differences and products of many words") {
  check_form("add.cc.u32 %r11, %r2, %r3;\naddc.u32 %r10, %r4, %r5;", "%r10", awkward32(),
             [](U a, U b, U c, U d) { return ((c << 32 | a) + (d << 32 | b)) >> 32; });
  check_form("sub.cc.u32 %r11, %r2, %r3;\nsubc.u32 %r10, %r4, %r5;", "%r10", awkward32(),
             [](U a, U b, U c, U d) { return ((c << 32 | a) - (d << 32 | b)) >> 32; });
  // The carry flag of a difference is that of the sum with the complement: set if nothing is borrowed.
  check_form("sub.cc.u32 %r11, %r2, %r3;\naddc.u32 %r10, %r4, %r5;", "%r10", awkward32(),
             [](U a, U b, U c, U d) { return c + d + (a >= b ? 1 : 0); });
  check_form("add.cc.u32 %r11, %r2, %r3;\nsubc.u32 %r10, %r4, %r5;", "%r10", awkward32(),
             [](U a, U b, U c, U d) { return c - d - (a + b > 0xffffffff ? 0 : 1); });
  check_form("mad.lo.cc.u32 %r11, %r2, %r3, %r4;\nmadc.hi.u32 %r10, %r2, %r3, %r5;", "%r10", awkward32(),
             [](U a, U b, U c, U d) { return (a * b + (d << 32 | c)) >> 32; });
}
