// The parser's error messages: some word by word, of the others a part.
#include <algorithm>
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "ptx/instruction_table.h"
#include "ptx/parser.h"
#include "ptx/support.h"

using namespace unibank::ptx::test;
using Catch::Contains;
using Catch::EndsWith;
using Catch::StartsWith;

TEST_CASE("Unknown names are refused with the known ones") {
  CHECK(body_refusal("ad.s32 %r1, %r2, %r3;") == "k.ptx:12:1: unknown instruction 'ad'; near: add, and, ld, mad, sad");
  CHECK_THAT(body_refusal("frobnicate.s32 %r1;"),
             StartsWith("k.ptx:12:1: unknown instruction 'frobnicate'; known: abs, acqreg, activemask, add,"));
  CHECK(body_refusal("mov.u32 %q1, 1;") ==
        "k.ptx:12:9: unknown register '%q1'; known: %d<9>, %e<9>, %f<9>, %h<9>, %p<9>, %r<9>");
  CHECK_THAT(body_refusal("mov.u32 %r9, 1;"), StartsWith("k.ptx:12:9: unknown register '%r9'"));
  for (const char* meant : {"%tidx", "%tid", "%laneId", "%lane_id"}) {
    INFO(meant);
    CHECK_THAT(body_refusal("mov.u32 %r1, " + std::string(meant) + ";"),
               Contains(std::string("did you mean the special register '") +
                        (meant[1] == 't' ? "%tid.x" : "%laneid") + "'?"));
  }
  CHECK(body_refusal("ld.u32 %r1, [gg];") == "k.ptx:12:14: unknown variable 'gg'; known: c, g, l, n, s");
  CHECK(body_refusal("mov.u64 %d1, gg;") == "k.ptx:12:14: unknown variable 'gg'; known: c, g, l, n, s");
  CHECK(body_refusal("mov.u64 %d1, k;") ==
        "k.ptx:12:14: found the kernel 'k'; expected a variable: kernels that launch kernels are not in this model");
  CHECK(body_refusal("bra away; here:") == "k.ptx:12:5: unknown label 'away'; known: here");
  CHECK(body_refusal("popc.foo.b32 %r1, %r2;") == "k.ptx:12:1: unknown suffix of 'popc' '.foo'; known: .b32, .b64");
}

TEST_CASE("Features of PTX that this model lacks are named with the reason") {
  CHECK_THAT(body_refusal("wgmma.fence.sync.aligned;"),
             StartsWith("k.ptx:12:1: found 'wgmma', which works on matrices in the scratchpad or in a separate memory; "
                        "that is not in this model; expected"));
  CHECK_THAT(body_refusal("mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 %r1, %r2, %r3, %r4, %r5, 0;"),
             Contains("found 'mma.sp', which leaves out zeros"));
  CHECK_THAT(body_refusal("cp.async.bulk.commit_group;"), Contains("works asynchronously"));
  CHECK_THAT(body_refusal("cp.async.cg.shared.global [%r1], [%d1], 8;"),
             Contains("found a copy of '8' bytes; expected 16"));
  CHECK_THAT(body_refusal("cp.async.ca.shared.global [%r1], [%d1], 6;"), Contains("expected 4, 8 or 16"));
  CHECK_THAT(body_refusal("cp.async.ca.global.global [%r1], [%d1], 4;"),
             Contains("found '.global' after 'cp.async.ca'; expected .shared, .shared::cta"));
  CHECK_THAT(body_refusal("mma.sync.aligned.m16n8k9.row.col.f32.f16.f16.f32 {%r1};"),
             Contains("found '.m16n8k9' after 'mma.sync.aligned'; expected .m8n8k4, "));
  CHECK_THAT(body_refusal("ldmatrix.sync.aligned.m8n8.x4.shared {%r1}, [%r1];"),
             Contains("found nothing after 'ldmatrix.sync.aligned.m8n8.x4.shared'; expected .b16"));
  CHECK_THAT(body_refusal("barrier.cluster.arrive;"),
             Contains("found 'barrier.cluster', which works on clusters of thread blocks"));
  CHECK_THAT(body_refusal("st.async.b32 [%d1], %r1;"), Contains("found 'st.async', which works asynchronously"));
  CHECK_THAT(body_refusal("vadd.s32.s32.s32 %r1, %r2, %r3;"), Contains("only vabsdiff4"));
  CHECK_THAT(body_refusal("call f;"), StartsWith("k.ptx:12:6: unknown function 'f'; known: none"));
  CHECK(refusal(".extern .global .u32 x; .entry k(){ .reg .b32 %r; ld.global.u32 %r, [x]; }") ==
        "k.ptx:1:70: the external variable 'x' is not defined in this module");
}

TEST_CASE("Instructions listed as refused are refused with the listed reason and are not listed as supported") {
  const auto supported = unibank::ptx::supported_instructions();
  for (const std::string& name : unibank::ptx::refused_instructions()) {
    const std::string said = unibank::ptx::refused_instruction(name);
    CHECK_THAT(said, StartsWith("'" + name + "', which "));
    CHECK_THAT(body_refusal(name + " %r1;"), StartsWith("k.ptx:12:1: found " + said + "; expected an instruction"));
    CHECK(std::find(supported.begin(), supported.end(), name) == supported.end());
  }
}

TEST_CASE("A message shows the line of the source with a caret") {
  const auto whole = [](const std::string& text) -> std::string {
    try {
      unibank::ptx::parse(text, "k.ptx");
    } catch (const unibank::InputError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(whole(".entry k() {\n\tret; foo;\n}\n") ==
        "k.ptx:2:7: " + unibank::unknown_name("instruction", "foo", unibank::ptx::supported_instructions()) +
            "\n  2 | \tret; foo;\n    | \t     ^");
  CHECK(whole("\n  \x80") == "k.ptx:2:3: found the byte 0x80, which starts no token in PTX\n  2 |   .\n    |   ^");
  const std::string refused = ".func f() {\n foo; } .entry k() { ret; }";
  const std::string kept = unibank::ptx::parse(refused, "k.ptx").functions[0].refused;
  CHECK_THAT(kept, Contains("\n  2 |  foo; } .entry"));
}

TEST_CASE("Registers must fit the type") {
  CHECK(body_refusal("add.s32 %r1, %d1, 1;") ==
        "k.ptx:12:14: found the 64-bit register '%d1' in 'add.s32'; expected a 32-bit register");
  CHECK(body_refusal("add.u64 %d1, %r1, 1;") ==
        "k.ptx:12:14: found the 32-bit register '%r1' in 'add.u64'; expected a 64-bit register");
  CHECK(body_refusal("and.pred %p1, %p2, %r1;") ==
        "k.ptx:12:20: found the 32-bit register '%r1' in 'and.pred'; expected a predicate register");
  CHECK(body_refusal("@%r1 ret;") ==
        "k.ptx:12:2: found the 32-bit register '%r1' in '@'; expected a predicate register");
  CHECK(body_refusal("ld.u32 %h1, [%d1];") ==
        "k.ptx:12:8: found the 16-bit register '%h1' in 'ld.u32'; expected a 32-bit register or a wider one");
  CHECK_THAT(body_refusal("ld.f32 %d1, [%d1];"), Contains("expected a 32-bit register"));
  CHECK_THAT(body_refusal("shl.b64 %d1, %d2, %d3;"), Contains("expected a 32-bit register"));
  CHECK_THAT(body_refusal("mul.wide.u32 %r1, %r2, %r3;"), Contains("expected a 64-bit register"));
  CHECK_THAT(body_refusal("ld.u32 %r1, [%h1];"), Contains("expected a register of 32 or 64 bits"));
  CHECK_THAT(body_refusal("mov.u64 %d1, %tid.x;"), Contains("'%tid.x' has 32 bits; 'mov.u64' needs 64"));
  CHECK_THAT(body_refusal("mov.u16 %h1, s;"), Contains("cannot hold the address of 's'"));
}

TEST_CASE("Suffixes must fit each other") {
  const auto says = [](const char* line) { return body_refusal(line); };
  CHECK(says("mul.s32 %r1, %r2, %r3;") == "k.ptx:12:1: found 'mul.s32'; expected one of .lo, .hi, .wide");
  CHECK(says("add %r1, %r2, %r3;") ==
        "k.ptx:12:1: 'add' has 0 of 1 types; expected one of .u16, .u32, .u64, .s16, .s32, .s64, .f16, .f32, .f64, "
        ".f16x2, .bf16, .bf16x2, .u16x2, .s16x2 next");
  CHECK_THAT(says("add.b32 %r1, %r2, %r3;"), Contains("'add.b32' does not take the type .b32 here; expected one of"));
  CHECK_THAT(says("setp.u32 %p1, %r2, %r3;"), Contains("expected one of .eq, .ne, .lt"));
  CHECK_THAT(says("setp.lt.b32 %p1, %r2, %r3;"), Contains("expected .eq or .ne for a .b type"));
  CHECK_THAT(says("setp.lo.s32 %p1, %r2, %r3;"), Contains("with an unsigned type only"));
  CHECK_THAT(says("setp.ltu.s32 %p1, %r2, %r3;"), Contains("expected a float type"));
  CHECK_THAT(says("setp.lt.and.s32 %p1, %r2, %r3;"), Contains("expected a third source with, and only with, .and"));
  CHECK_THAT(says("cvt.f32.s32 %f1, %r1;"), Contains("expected one of .rn, .rz, .rm, .rp"));
  CHECK_THAT(says("cvt.rn.s32.f32 %r1, %f1;"), Contains("expected one of .rni, .rzi"));
  CHECK_THAT(says("add.rn.rz.f32 %f1, %f2, %f3;"), Contains("has a second suffix of one kind: '.rz'"));
  CHECK_THAT(says("atom.add.b32 %r1, [%d1], 1;"), Contains("expected a .u, .s or .f type for .add"));
  CHECK_THAT(says("atom.cas.b32 %r1, [%d1], 1;"), Contains("expected two values for .cas"));
  CHECK_THAT(says("st.param.u32 [n], %r1;"), Contains("nothing else can be written"));
  CHECK_THAT(says("st.const.u32 [c], %r1;"), Contains("unknown suffix of 'st' '.const'"));
  CHECK_THAT(says("st.u32 [c], %r1;"), Contains("nothing else can be written"));
  CHECK_THAT(says("ld.v4.u64 {%d1,%d2,%d3,%d4}, [%d5];"), Contains("at most 16 bytes per thread"));
  CHECK_THAT(says("ld.shared.u32 %r1, [g];"), Contains("found 'g', a variable in .global, in 'ld.shared.u32'"));
  CHECK_THAT(says("vote.ballot.pred %p1, %p2;"), Contains(".ballot.b32, or .all"));
  CHECK_THAT(says("bar.red.popc.pred %p1, 0, %p1;"), Contains(".red.popc.u32"));
  CHECK_THAT(says("bar.sync 0, %p1;"), Contains("expected a 32-bit register"));
}

TEST_CASE("Too few and too many operands and operands of a wrong kind are refused") {
  CHECK(body_refusal("add.s32 %r1, %r2;") == "k.ptx:12:17: found ';'; expected ',' and another operand of 'add.s32'");
  CHECK(body_refusal("neg.s32 %r1, %r2, %r3;") ==
        "k.ptx:12:17: found ','; expected ';' after the operands of 'neg.s32'");
  CHECK(body_refusal("add.s32 5, %r1, %r2;") ==
        "k.ptx:12:9: found '5'; expected a register for the result of 'add.s32'");
  CHECK(body_refusal("add.f32 %f1, %f2, 1;") ==
        "k.ptx:12:19: found '1'; expected a float for .f32, such as 0f3F800000");
  CHECK_THAT(body_refusal("add.s32 %r1, %r2, 0f3F800000;"), 
             EndsWith("found the float '0f3F800000' where the type is .s32; expected an integer"));
  CHECK_THAT(body_refusal("mov.b32 %r1, 0d3FF0000000000000;"), EndsWith("; expected an integer or a float 0f..."));
  CHECK_THAT(body_refusal("mov.b64 %d1, 0f3F800000;"), EndsWith("; expected an integer or a float 0d..."));
  CHECK_THAT(body_refusal("mov.f64 %d1, 1e400;"),
             EndsWith("found the number '1e400'; expected a decimal float below 1.8e308"));
  CHECK_THAT(body_refusal("add.s32 %r1, %r2, s;"), Contains("mov takes the address of a variable"));
  CHECK_THAT(body_refusal("ld.v2.u32 {%r1}, [%d1];"),
             Contains("found a vector of 1 values in 'ld.v2.u32'; expected 2"));
  CHECK_THAT(body_refusal("ld.v2.u32 {%r1,%r2,%r3}, [%d1];"), Contains("found ','; expected '}' after the 2 values"));
  CHECK_THAT(body_refusal("ld.u32 %r1, %d1;"), Contains("expected '[' and an address"));
  CHECK_THAT(body_refusal("mov.b64 {%r1,%r2,%r3}, %d1;"), Contains("found a vector of 3 values"));
  CHECK_THAT(body_refusal("bra %r1;"), Contains("unknown label"));
}

TEST_CASE("Numbers that do not fit, strings and comments without end, strange bytes") {
  CHECK_THAT(body_refusal("mov.u64 %d1, 18446744073709551616;"), Contains("expected an integer of at most 64 bits"));
  CHECK_THAT(body_refusal("mov.u64 %d1, -18446744073709551615;"), Contains("does not fit 64 bits"));
  CHECK_THAT(body_refusal("mov.u32 %r1, 0x;"), Contains("found the number '0x'"));
  CHECK_THAT(body_refusal("mov.u32 %r1, 089;"), Contains("found the number '089'"));
  CHECK_THAT(body_refusal("mov.f32 %f1, 0f12;"), Contains("expected 8 hexadecimal digits"));
  CHECK(refusal("/* x") == "k.ptx:1:1: the comment that starts here has no end; expected '*/'");
  CHECK_THAT(refusal(".pragma \"x"), Contains("the string that starts here has no end"));
  CHECK(refusal("\n  \x80") == "k.ptx:2:3: found the byte 0x80, which starts no token in PTX");
  CHECK(refusal("#define") == "k.ptx:1:1: found '#', which starts no token in PTX");
}

TEST_CASE("Declarations that are too large or repeated are refused") {
  CHECK(refusal(".entry k(){ .reg .b32 %r<4000000000>; }") ==
        "k.ptx:1:26: found '4000000000'; expected a number of registers, 1 to 65536");
  CHECK(refusal(".entry k(){ .reg .b32 %r<65536>; .reg .b32 x; }") ==
        "k.ptx:1:44: kernel 'k' declares more than 65536 registers, the most that this version supports");
  const std::string function = ".func f(){ .reg .b32 %r<65536>; .reg .b32 x; }";
  CHECK_THAT(parse(function, "k.ptx").functions.at(0).refused,
             StartsWith("k.ptx:1:43: function 'f' declares more than 65536 registers, the most that this version "
                        "supports"));
  CHECK(refusal(".global .b64 x[200000000];") ==
        "k.ptx:1:14: 'x' is larger than 1 GB, the most that this version supports");
  CHECK_THAT(refusal(".global .b8 x[1000000000]; .global .b8 y[1000000000];"),
             Contains("with 'y' the .global variables take 2000000000 bytes; at most 1073741824 are possible"));
  CHECK_THAT(refusal(".entry k(.param .b8 p[40000]){}"), Contains("at most 32764 are possible"));
  CHECK_THAT(refusal(".entry k(){ .local .b8 p[600000]; }"), Contains("at most 524288 are possible"));
  CHECK(refusal(".global .align 3 .b8 x;") == "k.ptx:1:16: found the alignment '3'; expected a power of two");
  CHECK(refusal(".global .b8 x[];") == "k.ptx:1:13: the array 'x' has no size; expected one, or .extern");
  CHECK_THAT(refusal(".global .b8 x[2] = {1,2,3};"), Contains("found more initial values than the array has elements"));
  CHECK_THAT(refusal(".shared .b32 x = 1;"), Contains("a .shared variable takes no initial value"));
  CHECK_THAT(refusal(".global .b8 x, x;"), Contains("'x' is declared twice"));
  CHECK_THAT(refusal(".entry k(){} .entry k(){}"), Contains("kernel 'k' is defined twice in this module"));
  CHECK_THAT(body_refusal(".reg .b32 %r1;"), Contains("'%r1' is declared twice"));
  CHECK_THAT(body_refusal("a: a:"), Contains("the label 'a' is defined twice in this scope"));
  CHECK_THAT(body_refusal(".shared .f31 x;"), Contains("found '.f31' in a declaration; expected one type of .u8"));
}

TEST_CASE("Text that breaks off or is nested too deeply is refused") {
  CHECK(refusal(".entry k() {") == "k.ptx:1:13: found the end of the file; expected '}' at the end of kernel 'k'");
  CHECK(refusal(".version") == "k.ptx:1:9: found the end of the file; expected a version of PTX, 1.0 to 9.9");
  CHECK_THAT(refusal("hello"), StartsWith("k.ptx:1:1: found 'hello'; expected .version, .target"));
  CHECK_THAT(refusal(".entry k() {" + std::string(100000, '{')), Contains("scopes are nested more than 256 deep"));
  CHECK_THAT(refusal(".global .b8 x[9] = " + std::string(100000, '{')), Contains("expected a number"));
  CHECK_THAT(refusal(".func f() {" + std::string(100000, '{')), Contains("scopes are nested more than 256 deep"));
  const std::string whole = around("@%p1 ld.v2.u32 {%r1,%r2}, [%d1+-4]; L: bra L;");
  for (std::size_t cut = 0; cut < whole.size() - 2; ++cut) {
    const std::string message = refusal(whole.substr(0, cut));
    CHECK((message.empty() || message.rfind("k.ptx:", 0) == 0));
  }
}
