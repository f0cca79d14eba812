// Parts of one program as one text.
#include "ptx/link_texts.h"

#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "ptx/parser.h"

using namespace unibank::ptx;
using Catch::Contains;

namespace {

const std::string kHead = ".version 7.0\n.target sm_80\n.address_size 64\n";

std::string linked(const std::vector<std::string>& texts) {
  std::vector<TextPart> parts;
  for (const std::string& text : texts) parts.push_back({text, "part" + std::to_string(parts.size() + 1)});
  return linked_text(parts);
}

const Variable& variable(const Module& module, const std::string& name) {
  for (const Variable& one : module.globals)
    if (one.name == name) return one;
  FAIL("no variable " << name);
  return module.globals.front();
}

std::string body_using(const std::string& name) {
  return "{ .reg .b32 %r<2>; ld.global.u32 %r1, [" + name + "]; st.global.u32 [" + name + "], %r1; ret; }\n";
}

std::string refusal_of(const std::vector<std::string>& texts) {
  try {
    parse(linked(texts), "all");
    return "";
  } catch (const unibank::InputError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("local names of several parts stay apart and their users follow") {
  const Module module = parse(linked({kHead + ".global .u32 own = 1;\n.visible .entry a() " + body_using("own"),
                                      kHead + ".global .u32 own = 2;\n.global .u64 at = own;\n.visible .entry b() " +
                                          body_using("own")}),
                              "all");
  CHECK(module.globals.size() == 3);
  CHECK(variable(module, "own").initial.at(0) == 1);
  CHECK(variable(module, "own$2").initial.at(0) == 2);
  CHECK(module.kernels.at("a").symbols.at(0).name == "own");
  CHECK(module.kernels.at("b").symbols.at(0).name == "own$2");
  CHECK(variable(module, "at").relocations.at(0).symbol == "own$2");
}

TEST_CASE("a local name gives way to one that other parts see") {
  const Module module = parse(linked({kHead + ".global .u32 x = 1;\n.visible .entry a() " + body_using("x"),
                                      kHead + ".extern .global .u32 x;\n.visible .entry b() " + body_using("x"),
                                      kHead + ".visible .global .u32 x = 3;"}),
                              "all");
  CHECK(variable(module, "x").initial.at(0) == 3);
  CHECK(variable(module, "x$2").initial.at(0) == 1);
  CHECK(module.kernels.at("a").symbols.at(0).name == "x$2");
  CHECK(module.kernels.at("b").symbols.at(0).name == "x");
}

TEST_CASE("one of several weak definitions stays and a visible one wins") {
  const std::string weak = ".weak .func (.param .b32 r) f() { .reg .b32 %r<2>; mov.u32 %r1, 1; "
                           "st.param.b32 [r], %r1; ret; }\n";
  const std::string visible = ".visible .func (.param .b32 r) f() { st.param.b32 [r], 2; ret; }\n";
  const std::string caller = ".visible .entry k() { .reg .b32 %r<2>; { .param .b32 q; call.uni (q), f; "
                             "ld.param.b32 %r1, [q]; } ret; }\n";
  const Module module = parse(linked({kHead + weak + caller, kHead + weak, kHead + visible}), "all");
  REQUIRE(module.functions.size() == 1);
  CHECK(module.functions.at(0).instructions.size() == 2);
  const Module both = parse(linked({kHead + weak + caller, kHead + weak}), "all");
  CHECK(both.functions.at(0).instructions.size() == 3);
  const std::string four = ".common .global .b8 c[4];", eight = ".common .global .b8 c[8];";
  const Module common = parse(linked({kHead + four, kHead + eight}), "all");
  CHECK(variable(common, "c").bytes == 8);
}

TEST_CASE("dynamic scratchpad of several parts is one array with the greatest alignment") {
  const std::string use = "{ .reg .b32 %r<2>; ld.shared.u32 %r1, [s]; st.shared.u32 [s], %r1; ret; }\n";
  const Module module = parse(linked({kHead + ".extern .shared .align 4 .b8 s[];\n.visible .entry a() " + use,
                                      kHead + ".extern .shared .align 32 .b8 s[];\n.visible .entry b() " + use}),
                              "all");
  CHECK(module.kernels.at("a").symbols.at(0).align == 32);
  CHECK(module.kernels.at("a").dynamic_scratchpad);
}

TEST_CASE("what cannot be linked is refused by name") {
  const std::string one = kHead + ".visible .global .u32 x;\n";
  CHECK_THAT(refusal_of({one, one}), Contains("'x' is defined in 'part1' and in 'part2'; expected one definition"));
  CHECK_THAT(refusal_of({one, ".version 7.0\n.target sm_80\n.address_size 32\n"}),
             Contains("'part1' has addresses of 64 bits, 'part2' of 32"));
  CHECK_THAT(refusal_of({one, kHead + ".visible .entry k() " + body_using("y")}), Contains("'y'"));
  CHECK_THAT(refusal_of({one, kHead + ".extern .global .u32 y;\n.visible .entry k() " + body_using("y")}),
             Contains("'y'"));
  CHECK_THAT(refusal_of({one, kHead + "nonsense"}), Contains("part2:4:1: found 'nonsense'"));
  CHECK_THAT(refusal_of({one, kHead + ".visible .entry k() {"}), Contains("part2:4"));
  CHECK_THAT(refusal_of({}), Contains("at least one"));
}

TEST_CASE("the version and the target of every linked part are checked") {
  const auto second = [](const std::string& head) {
    return refusal_of({kHead + ".visible .global .u32 x;\n", head + ".address_size 64\n"});
  };
  CHECK(second(".version 7.0\n.target sm_90a, debug\n") == "");
  CHECK_THAT(second(".version 12.0\n.target sm_80\n"),
             Contains("part2:1:10: found '12.0'; expected a version of PTX, 1.0 to 9.9"));
  CHECK_THAT(second(".version 7.0\n.target sm_900\n"), Contains("part2:2:9: found 'sm_900'; expected sm_10 to sm_129"));
  CHECK_THAT(second(".version 7.0\n.target sm_80, fast\n"),
             Contains("part2:2:16: found 'fast'; expected texmode_unified"));
  CHECK_THAT(refusal_of({kHead, ".version 7.0\n.target sm_80\n.address_size 48\n"}),
             Contains("part2:3:15: found '48'; expected 32 or 64 bits of address"));
}

TEST_CASE("the text of linked parts has the first part's version and target") {
  const Module module = parse(linked({".version 7.1\n.target sm_75, debug\n.address_size 64\n", kHead}), "all");
  CHECK(module.version == "7.1");
  CHECK(module.target == "sm_75");
}
