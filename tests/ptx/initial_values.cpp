// Initial values that are addresses, and expressions of numbers.
#include <catch2/catch.hpp>

#include "ptx/instruction_table.h"
#include "ptx/parser.h"
#include "ptx/support.h"

using namespace unibank::ptx;
using namespace unibank::ptx::test;
using Catch::Contains;
using Bytes = std::vector<std::uint8_t>;

TEST_CASE("Addresses of variables and functions as initial values") {
  const Module module = parse(".extern .func vprintf; .func f() { ret; } .global .u32 a[4] = {1, 2}; .const .f32 c;\n"
                              ".global .u64 p[6] = {a, generic(a)+8, f, generic(c+4)-2, 7, a+-4}; .global .u64 q = p;\n"
                              ".global .u64 r = {vprintf}; .global .u64 late = later; .global .b8 later;", "k.ptx");
  const Variable& p = module.globals[2];
  CHECK(p.initial.size() == 48);
  CHECK(p.initial[32] == 7);
  REQUIRE(p.relocations.size() == 5);
  CHECK(p.relocations[0].offset == 0);
  CHECK(p.relocations[0].symbol == "a");
  CHECK(p.relocations[0].bytes == 8);
  CHECK(p.relocations[1].addend == 8);
  CHECK(p.relocations[2].symbol == "f");
  CHECK(p.relocations[3].addend == 2);
  CHECK(p.relocations[4].offset == 40);
  CHECK(p.relocations[4].addend == -4);
  CHECK(module.globals[3].relocations.size() == 1);
  CHECK(module.globals[4].relocations[0].symbol == "vprintf");
  CHECK(module.globals[5].relocations[0].symbol == "later");
}

TEST_CASE("An address given byte by byte") {
  const std::string eight =
      "0xFF(x), 0xFF00(x), 0xFF0000(x), 0xFF000000(x), 0xFF00000000(x), 0xFF0000000000(x), 0xFF000000000000(x), "
      "0xFF00000000000000(x)";
  const Module module = parse(".global .b8 x; .global .b8 s[12] = {5, " + eight + ", 6};", "k.ptx");
  CHECK(module.globals[1].initial == Bytes{5, 0, 0, 0, 0, 0, 0, 0, 0, 6});
  REQUIRE(module.globals[1].relocations.size() == 1);
  CHECK(module.globals[1].relocations[0].offset == 1);
  CHECK_THAT(refusal(".global .b8 x; .global .b8 s[12] = {0xFF(x), 3};"), Contains("found '3' after 1 bytes of an"));
  CHECK_THAT(refusal(".global .b8 x; .global .b8 s[12] = {0xFF(x)};"), Contains("expected all eight"));
  CHECK_THAT(refusal(".global .b8 x; .global .b8 s[12] = {0xFF00(x)};"), Contains("found the mask '0xFF00'"));
  CHECK_THAT(refusal(".global .b8 x; .global .u64 s = 0xFF(x);"), Contains("in an array of .b8"));
  CHECK_THAT(refusal(".global .b8 x,y; .global .b8 s[12] = {0xFF(x), 0xFF00(y)};"), Contains("the rest of the"));
}

TEST_CASE("Addresses that cannot be initial values") {
  CHECK(refusal(".global .u64 p = x;") ==
        "k.ptx:1:18: found 'x' as an initial value; expected a number, or a variable or function of this module");
  CHECK_THAT(refusal(".shared .u64 s; .global .u64 p = s;"), Contains("every block has a .shared of its own"));
  CHECK_THAT(refusal(".global .u64 a; .global .u16 p = a;"), Contains("a type of the width of an address"));
  CHECK_THAT(refusal(".global .u64 p = generic(5);"), Contains("expected the name of a variable or a function"));
  CHECK(refusal(".extern .global .u64 e; .global .u64 p = e; .entry k() { ret; }") == "");
}

TEST_CASE("Constant expressions as in C, in 64 bits") {
  const auto value = [](const std::string& text) {
    return instruction_of("mov.b64 %d1, " + text + ";").operands[1].bits;
  };
  CHECK(value("1+2*3") == 7);
  CHECK(value("(1+2)*3") == 9);
  CHECK(value("10-4-3") == 3);
  CHECK(value("-7/2") == static_cast<std::uint64_t>(-3));
  CHECK(value("-7 % 4") == static_cast<std::uint64_t>(-3));
  CHECK(value("0xFFFFFFFFFFFFFFFF/2") == 0x7FFFFFFFFFFFFFFF);
  CHECK(value("-1>>1") == ~std::uint64_t{0});
  CHECK(value("(.u64)-1>>63") == 1);
  CHECK(value("1<<4|3&2^1") == (1 << 4 | ((3 & 2) ^ 1)));
  CHECK(value("~0") == ~std::uint64_t{0});
  CHECK(value("!5 + !0") == 1);
  CHECK(value("3<4 && 4<=4 && 5>4 && 4>=4 && 1!=2 && 2==2") == 1);
  CHECK(value("-1<0U || 0") == 0);
  CHECK(value("0 ? 5 : 1 ? 6 : 7") == 6);
  CHECK(value("(.s64)-9223372036854775808/-1") == std::uint64_t{1} << 63);
  CHECK(value("1<<64") == 0);
  CHECK(value("-2>>64") == ~std::uint64_t{0});
  CHECK(value("2U>>64") == 0);
  CHECK(instruction_of("ld.u32 %r1, [%d1+4*3-2];").operands[1].bits == 10);
  CHECK(instruction_of("ld.u32 %r1, [s-4+2*3];").operands[1].bits == 2);
  CHECK_THAT(body_refusal("mov.u32 %r1, 1/0;"), Contains("found a division by zero"));
  CHECK_THAT(body_refusal("mov.u32 %r1, (1;"), Contains("expected ')' after the expression"));
  CHECK_THAT(body_refusal("mov.u32 %r1, 1 ? 2;"), Contains("expected ':' between the values"));
  CHECK_THAT(body_refusal("mov.u32 %r1, " + std::string(100000, '(') + ";"), Contains("nested too deep"));
  CHECK_THAT(body_refusal("mov.u32 %r1, 1" + std::string(100000, '-') + ";"), Contains("nested too deep"));
  CHECK(parse(".global .u32 x[2] = {1<<4, (2+3)};", "k.ptx").globals[0].initial == Bytes{16, 0, 0, 0, 5, 0, 0, 0});
}

TEST_CASE("Textures of PTX before 1.5 are read as today's") {
  const Module module = parse(".tex .u32 a; .global .texref b; .global .u8 c;", "k.ptx");
  REQUIRE(module.globals.size() == 3);
  for (const std::size_t i : {0, 1}) {
    CHECK(module.globals[i].object == Variable::Object::kTexture);
    CHECK(module.globals[i].bytes == 8);
  }
  CHECK(module.globals[1].offset == 8);
}
