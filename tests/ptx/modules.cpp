// Declarations, scopes, labels and layout; whole modules in both dialects.
#include <catch2/catch.hpp>

#include <fstream>
#include <sstream>

#include "base/input_error.h"
#include "ptx/instruction_table.h"
#include "ptx/parser.h"
#include "ptx/support.h"

using namespace unibank::ptx;
using namespace unibank::ptx::test;

namespace {

Module sample(const std::string& name) {
  std::ifstream file(std::string(UNIBANK_TEST_DATA) + "/ptx/" + name);
  std::ostringstream text;
  text << file.rdbuf();
  return parse(text.str(), name);
}

const Variable& variable_of(const Kernel& kernel, const std::string& name) {
  for (const Variable& variable : kernel.symbols)
    if (variable.name == name) return variable;
  throw std::runtime_error("no variable " + name);
}

}  // namespace

TEST_CASE("A module in the dialect of nvcc") {
  const Module module = sample("nvcc_dialect.ptx");
  CHECK(module.version == "8.0");
  CHECK(module.target == "sm_75");
  CHECK(module.address_bits == 64);
  REQUIRE(module.globals.size() == 2);
  CHECK(module.globals[0].space == StateSpace::kConst);
  CHECK(module.globals[0].initial == std::vector<std::uint8_t>{0, 0, 128, 63, 0, 0, 0, 64});
  CHECK(module.globals[1].offset == 24);  // 20 bytes, aligned to 8
  CHECK(module.globals[1].initial == std::vector<std::uint8_t>{16, 0, 0, 0, 0, 0, 0, 0});
  const Kernel& kernel = module.kernels.at("reverse");
  CHECK(kernel.file == "nvcc_dialect.ptx");
  CHECK(kernel.parameter_bytes == 28);  // 8 + 4, then 12 aligned to 8
  CHECK(kernel.parameters[2].offset == 16);
  CHECK(kernel.scratchpad_bytes == 100);
  CHECK(kernel.dynamic_scratchpad);
  CHECK(variable_of(kernel, "tile").offset == 112);  // 100 rounded up to 16
  const std::uint32_t end = kernel.labels.at("$L__BB0_4");
  CHECK(op_of(kernel.instructions[end]) == Op::kRet);
  CHECK(end + 1 == kernel.instructions.size());
  CHECK(kernel.instructions[6].operands[0].index == static_cast<int>(end));  // a jump forward
}

TEST_CASE("A module in the dialect of clang") {
  const Module module = sample("clang_dialect.ptx");
  REQUIRE(module.kernels.size() == 1);
  const Kernel& kernel = module.kernels.at("spill");
  CHECK(kernel.local_bytes == 64);
  CHECK(kernel.scratchpad_bytes == 4 * 8 * 4);
  CHECK(!kernel.dynamic_scratchpad);
  CHECK(kernel.instructions.back().text == "ret;");  // a guarded exit comes before it
  CHECK(kernel.labels.count("INNER") == 1);
}

TEST_CASE("A module with functions and objects of all kinds") {
  const Module module = sample("functions_and_objects.ptx");
  CHECK(module.kernels.at("work").refused.empty());
  CHECK(module.kernels.at("work").prototypes.size() == 1);
  CHECK(module.kernels.at("refused").refused.find("which works on matrices") != std::string::npos);
  REQUIRE(module.functions.size() == 3);
  CHECK(module.functions[1].name == "twice");
  CHECK(module.functions[1].refused.empty());
  CHECK(module.globals.size() == 5);
  CHECK(module.globals[2].relocations.size() == 1);
}

TEST_CASE("Parameters come first among the symbols and are aligned") {
  const Kernel kernel = parse(".entry k(.param .u8 a, .param .u64 b, .param .align 16 .b8 d[20], .param .f32 e){ret;}",
                              "k.ptx").kernels.at("k");
  REQUIRE(kernel.parameters.size() == 4);
  CHECK(kernel.parameters[1].offset == 8);
  CHECK(kernel.parameters[2].offset == 16);
  CHECK(kernel.parameters[3].offset == 36);
  CHECK(kernel.parameter_bytes == 40);
  CHECK(kernel.symbols[3].name == "e");
}

TEST_CASE("The scratchpad holds the module's arrays that the kernel mentions, then its own") {
  const Kernel kernel = parse(".shared .b8 unused[999]; .shared .align 8 .b8 a[10]; .shared .f32 b; "
                              ".extern .shared .align 64 .b8 dyn[]; .entry k(){ .reg .b32 %r<3>; .shared .v2 .f32 own;"
                              "mov.u32 %r0, own; mov.u32 %r1, b; mov.u32 %r1, a; mov.u32 %r2, dyn; }",
                              "k.ptx").kernels.at("k");
  CHECK(variable_of(kernel, "a").offset == 0);
  CHECK(variable_of(kernel, "b").offset == 12);
  CHECK(variable_of(kernel, "own").offset == 16);
  CHECK(kernel.scratchpad_bytes == 64);  // 24, up to the alignment of the dynamic array
  CHECK(variable_of(kernel, "dyn").offset == 64);
}

TEST_CASE("A kernel that mentions no shared variable needs none") {
  const Module module = parse(".extern .shared .b8 dyn[]; .shared .b32 x; .entry k(){ret;}", "k.ptx");
  CHECK(module.kernels.at("k").scratchpad_bytes == 0);
  CHECK(!module.kernels.at("k").dynamic_scratchpad);
}

TEST_CASE("Initial values: lists, rows, floats, negative numbers, sizes left open") {
  const Module module = parse(".global .b8 m[2][3] = {{1}, {2, 3}}; .global .f32 f[2] = {0f3F800000, -2.0};"
                              ".const .s16 n = -2; .global .u32 open[] = {1, 2, 3};", "k.ptx");
  CHECK(module.globals[0].initial == std::vector<std::uint8_t>{1, 0, 0, 2, 3, 0});
  CHECK(module.globals[1].initial == std::vector<std::uint8_t>{0, 0, 128, 63, 0, 0, 0, 192});
  CHECK(module.globals[2].initial == std::vector<std::uint8_t>{0xFE, 0xFF});
  CHECK(module.globals[3].bytes == 12);
}

TEST_CASE("Registers of an inner scope hide those outside, and end with it") {
  const Kernel kernel = kernel_of("mov.u32 %r1, 1; { .reg .b64 %r1; mov.u64 %r1, 2; } mov.u32 %r1, 3;");
  CHECK(kernel.instructions[0].operands[0].index == kernel.instructions[2].operands[0].index);
  CHECK(kernel.instructions[0].operands[0].index != kernel.instructions[1].operands[0].index);
  CHECK(body_refusal("{ .reg .b32 %in; } mov.u32 %in, 1;").find("unknown register '%in'") != std::string::npos);
}

TEST_CASE("Labels of inner scopes may repeat and jumps may leave a scope but not enter it") {
  const Kernel kernel = kernel_of("{ L: bra L; } { L: bra L; } { bra out; } out: ret;");
  CHECK(kernel.instructions[0].operands[0].index == 0);
  CHECK(kernel.instructions[1].operands[0].index == 1);
  CHECK(kernel.instructions[2].operands[0].index == 3);
  CHECK(body_refusal("bra in; { in: ret; }") == "k.ptx:12:5: unknown label 'in'; known: none");
}

TEST_CASE("Only registers that are mentioned exist") {
  CHECK(kernel_of("mov.u32 %r8, %r3;").registers.size() == 2);
}

TEST_CASE("A kernel always ends because its end is a ret") {
  CHECK(kernel_of("").instructions.size() == 1);
  CHECK(kernel_of("ret;").instructions.size() == 1);
  CHECK(kernel_of("@%p1 ret;").instructions.size() == 2);
  CHECK(kernel_of("bra L; L:").instructions.size() == 2);
  CHECK(kernel_of("ret; L:").instructions.size() == 2);
}

TEST_CASE("Directives that a run does not need are skipped") {
  CHECK(refusal(".file 1 \"a.cu\", 1, 2\n.section .debug_info { .b8 1\n x: .b64 y-z }\n.global .texref t;\n"
                ".weak .func f() { call g, (); }\n.visible .entry d(.param .u32 a);\n"
                ".entry k() .reqntid 32 .pragma \"x\"; { .loc 1 2 3\nret; }") == "");
}

TEST_CASE("Comments and line ends of any kind are blanks") {
  CHECK(body_refusal("/* bra x; \n */ ret; // bra y;\r\n") == "");
  CHECK(body_refusal("add.s32\r\n%r1,\r\n%r2,%r3;") == "");
}

TEST_CASE("Launch bounds are those of the kernel") {
  const Module module = parse(".version 7.0\n.target sm_80\n.address_size 64\n"
                              ".entry most() .maxntid 16, 4, 2 .minnctapersm 2 { ret; }\n"
                              ".entry exact() .reqntid 32, 2 { ret; }\n.entry any() { ret; }\n", "k.ptx");
  using unibank::Dim3;
  const LaunchBounds& most = module.kernels.at("most").launch_bounds;
  CHECK(most.most(1024) == 128);
  CHECK(most.expected_instead_of(Dim3{128, 1, 1}) == "");  // the number counts, not the shape
  CHECK(most.expected_instead_of(Dim3{129, 1, 1}) == "at most 128 threads (.maxntid)");
  const LaunchBounds& exact = module.kernels.at("exact").launch_bounds;
  CHECK(exact.most(1024) == 64);
  CHECK(exact.expected_instead_of(Dim3{32, 2, 1}) == "");
  CHECK(exact.expected_instead_of(Dim3{64, 1, 1}) == "(32, 2, 1) threads (.reqntid)");
  CHECK(module.kernels.at("any").launch_bounds.most(1024) == 1024);
  CHECK(module.kernels.at("any").launch_bounds.expected_instead_of(Dim3{1024, 1, 1}) == "");
  CHECK_THROWS_WITH(parse(".version 7.0\n.target sm_80\n.entry k() .maxntid 0 { ret; }", "k.ptx"),
                    Catch::Contains("k.ptx:3:21: found '0'; expected a number of threads, 1 to "));
  CHECK(most.least_blocks == 2);
  for (const std::string name : {".maxnreg", ".minnctapersm"})
    CHECK_THROWS_WITH(parse(".version 7.0\n.target sm_80\n.entry k() " + name + " 0 { ret; }", "k.ptx"),
                      Catch::Contains("found '0'; expected a number of ") && Catch::Contains(", 1 to "));
}

TEST_CASE("Versions and targets that PTX does not have are refused") {
  const auto refused = [](const std::string& version, const std::string& target) -> std::string {
    try {
      parse(".version " + version + "\n.target " + target + "\n.address_size 64\n.entry k() { ret; }\n", "k.ptx");
    } catch (const unibank::InputError& error) {
      return std::string(error.what()).substr(0, std::string(error.what()).find('\n'));
    }
    return "";
  };
  for (const char* version : {"1.0", "3.2", "8.8", "9.5"}) CHECK(refused(version, "sm_80") == "");
  for (const char* target : {"sm_10, map_f64_to_f32", "sm_90a", "sm_100f", "sm_121a", "sm_107", "sm_20, debug",
                             "sm_20, texmode_independent", "sm_75, texmode_unified"})
    CHECK(refused("9.0", target) == "");
  for (const char* version : {"99.0", "10.0", "0.9", "7.25"})
    CHECK(refused(version, "sm_80") ==
          "k.ptx:1:10: found '" + std::string(version) + "'; expected a version of PTX, 1.0 to 9.9");
  for (const char* target : {"gfx90", "sm_9", "sm_", "sm_080", "sm_80a", "sm_90f", "sm_130", "sm_1000", "compute_80"})
    CHECK(refused("9.0", target) == "k.ptx:2:9: found '" + std::string(target) +
                                        "'; expected sm_10 to sm_129, from sm_90 on also with 'a', and from sm_100 on "
                                        "with 'f'");
  CHECK(refused("9.0", "sm_80, fast") ==
        "k.ptx:2:16: found 'fast'; expected texmode_unified, texmode_independent, debug or map_f64_to_f32");
}
