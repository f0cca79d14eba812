// Kernels with fewer instructions: what becomes of copies, constants, addresses and pairs, and what must stay.
#include <algorithm>
#include <catch2/catch.hpp>

#include "compiler/link.h"
#include "compiler/print.h"
#include "ptx/instruction_table.h"
#include "ptx/parser.h"

using namespace unibank;
using namespace unibank::compiler;

namespace {

// %rd1 and %rd2 are addresses in global memory, %r90 is %tid.x, and %p0 a predicate that is not a constant.
ptx::Kernel compiled(const std::string& body, bool simplify = true) {
  const std::string text =
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry k(.param .u64 a, .param .u64 b)\n{\n"
      ".reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<100>; .reg .f32 %f<9>; .reg .b64 %rd<20>;\n"
      ".shared .align 8 .b8 s[256];\n"
      "ld.param.u64 %rd1, [a];\nld.param.u64 %rd2, [b];\nmov.u32 %r90, %tid.x;\nsetp.ne.u32 %p0, %r90, 3;\n"
      "@%p0 st.global.u32 [%rd1+4000], %r90;\nst.global.u64 [%rd2+4000], %rd1;\n" +
      body + "ret;\n}\n";
  CompileOptions options;
  options.simplify = simplify;
  return compile(ptx::parse(text, "k.ptx"), "k", options);
}

// The opcodes of the body as they are printed, without the six instructions of the preamble and the last one.
std::string opcodes(const std::string& body, bool simplify = true) {
  const ptx::Kernel kernel = compiled(body, simplify);
  std::string all;
  for (std::size_t pc = 6; pc + 1 < kernel.instructions.size(); ++pc)
    all += (all.empty() ? "" : " ") + std::string(ptx::info(kernel.instructions[pc]).name);
  return all;
}

// The last instruction before the end.
ptx::Instruction last(const std::string& body) {
  const ptx::Kernel kernel = compiled(body);
  return kernel.instructions.at(kernel.instructions.size() - 2);
}

bool prints(const std::string& body, const std::string& part) {
  return assembly_text(compiled(body)).find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("without kernel.simplify a body keeps its instructions") {
  CHECK(opcodes("mov.u32 %r1, %r90;\nmov.u32 %r2, 7;\nadd.u32 %r3, %r1, %r2;\n", false) == "mov mov add");
}

TEST_CASE("copies and constants go into their readers") {
  CHECK(opcodes("mov.u32 %r1, %r90;\nmov.b32 %f1, %r1;\nmov.b32 %r2, %f1;\nst.global.u32 [%rd1], %r2;\n") == "st");
  CHECK(opcodes("mov.u32 %r1, 7;\nadd.u32 %r2, %r1, %r90;\nst.global.u32 [%rd1], %r2;\n") == "add st");
  CHECK(opcodes("cvta.to.global.u64 %rd3, %rd1;\nst.global.u32 [%rd3], %r90;\n") == "st");
  CHECK(opcodes("mov.u32 %r1, 31;\nmov.u32 %r2, -1;\nshfl.sync.bfly.b32 %r3, %r90, %r1, %r1, %r2;\n"
                "st.global.u32 [%rd1], %r3;\n") == "shfl st");
  CHECK(opcodes("not.pred %p1, %p0;\n@%p1 st.global.u32 [%rd1], %r90;\n") == "st");
  CHECK(last("not.pred %p1, %p0;\n@%p1 st.global.u32 [%rd1], %r90;\n").guard.negated);
}

TEST_CASE("an instruction has room for one constant, and zero needs none") {
  CHECK(opcodes("mov.u32 %r1, 7;\nmad.lo.u32 %r2, %r90, %r1, 5;\nst.global.u32 [%rd1], %r2;\n") == "mov mad st");
  CHECK(opcodes("mov.u32 %r1, 0;\nmad.lo.u32 %r2, %r90, 5, %r1;\nst.global.u32 [%rd1], %r2;\n") == "mad st");
  CHECK(opcodes("mov.u32 %r1, 7;\nst.global.u32 [%rd1], %r1;\n") == "mov st");
  CHECK(opcodes("mov.u32 %r1, 0;\nst.global.u32 [%rd1], %r1;\n") == "st");
}

TEST_CASE("a copy whose source changes before the reader stays") {
  const std::string copy = "ld.global.u32 %r1, [%rd1];\nmov.u32 %r2, %r1;\n";
  const std::string store = "st.global.v2.u32 [%rd1], {%r1, %r2};\n";
  CHECK(opcodes(copy + "add.u32 %r1, %r1, 1;\n" + store) == "ld mov add st");
  CHECK(opcodes(copy + "@%p0 add.u32 %r1, %r1, 1;\n" + store) == "ld mov add st");
  CHECK(opcodes(copy + "@%p0 bra L;\nadd.u32 %r1, %r1, 1;\nL:\n" + store) == "ld mov bra add st");
  // The old value of a loop: the copy comes after the read.
  CHECK(opcodes("mov.u32 %r1, %r90;\nL:\nmov.u32 %r2, %r1;\nadd.u32 %r1, %r1, 1;\nst.global.u32 [%rd1], %r2;\n"
                "setp.lt.u32 %p1, %r1, 9;\n@%p1 bra L;\n") == "mov add st setp bra");
}

TEST_CASE("a value of an earlier turn of a loop is not that of this one") {
  // Read before it is written: the value is that of the previous turn.
  CHECK(opcodes("L:\nld.global.u32 %r5, [%rd2];\n@%p0 st.global.u32 [%rd1], %r1;\nmov.u32 %r1, %r5;\n"
                "setp.lt.u32 %p1, %r5, 9;\n@%p1 bra L;\n") == "ld st mov setp bra");
  // Written in some turns only, in a block before or after the one that reads it.
  CHECK(opcodes("L:\nld.global.u32 %r5, [%rd2];\nsetp.lt.u32 %p1, %r5, 7;\n@%p1 bra B;\nmov.u32 %r1, %r5;\nB:\n"
                "st.global.u32 [%rd1], %r1;\nsetp.lt.u32 %p2, %r5, 9;\n@%p2 bra L;\n") ==
        "ld setp bra mov st setp bra");
  CHECK(opcodes("L:\nld.global.u32 %r5, [%rd2];\nsetp.lt.u32 %p1, %r5, 7;\n@%p1 bra C;\nB:\n"
                "st.global.u32 [%rd1], %r1;\nsetp.lt.u32 %p2, %r5, 9;\n@%p2 bra L;\nbra E;\nC:\nmov.u32 %r1, %r5;\n"
                "bra B;\nE:\n") == "ld setp bra st setp bra bra mov bra");
}

TEST_CASE("a constant under a guard is not the value everywhere") {
  CHECK(opcodes("ld.global.u32 %r1, [%rd1];\n@%p0 mov.u32 %r1, 7;\nadd.u32 %r2, %r1, %r90;\n"
                "st.global.u32 [%rd1], %r2;\n") == "ld mov add st");
}

TEST_CASE("one of several constants is not the value everywhere") {
  CHECK(opcodes("bra X;\nY:\n@%p0 mov.u32 %r1, 5;\nZ:\nadd.u32 %r2, %r1, %r90;\nst.global.u32 [%rd1], %r2;\nbra E;\n"
                "X:\nmov.u32 %r1, 7;\n@%p0 bra Z;\nbra Y;\nE:\n") == "bra mov add st bra mov bra bra");
}

TEST_CASE("the counter of a loop needs no second register") {
  CHECK(opcodes("mov.u32 %r1, 0;\nL:\nst.global.u32 [%rd1], %r1;\nadd.u32 %r2, %r1, 1;\nmov.u32 %r1, %r2;\n"
                "setp.lt.u32 %p1, %r2, 9;\n@%p1 bra L;\n") == "mov st add setp bra");
}

TEST_CASE("of two values that are needed at once, only one shares a register with a third") {
  const std::string pair = "ld.global.v2.u32 {%r5, %r6}, [%rd1];\n";
  const std::string choice = "@%p0 bra A;\nmov.u32 %r1, %r5;\nbra B;\nA:\nmov.u32 %r1, %r6;\nB:\n";
  const std::string first = "ld.global.u32 %r1, [%rd2];\nst.global.u32 [%rd2+4], %r1;\n";
  const std::string last = "st.global.u32 [%rd1], %r1;\n";
  CHECK(opcodes(pair + choice + last) == "ld bra bra mov st");
  CHECK(opcodes(first + pair + choice + last) == "ld st ld bra bra mov st");
}

TEST_CASE("sums become part of an address") {
  CHECK(prints("add.s64 %rd3, %rd1, 16;\nadd.s64 %rd4, %rd3, -4;\nst.global.u32 [%rd4+8], %r90;\n", "+20]"));
  CHECK(opcodes("add.s64 %rd3, %rd1, 16;\nst.global.u32 [%rd3], %r90;\n") == "st");
  CHECK(opcodes("mov.u32 %r1, s;\nshl.b32 %r2, %r90, 2;\nadd.s32 %r3, %r1, %r2;\nst.shared.u32 [%r3], %r90;\n") ==
        "shl st");
  // Farther than the offset of an access of a GPU reaches.
  CHECK(opcodes("add.s64 %rd3, %rd1, 8388608;\nst.global.u32 [%rd3], %r90;\n") == "add st");
}

TEST_CASE("pairs with one instruction are fused") {
  const std::string store = "st.global.u64 [%rd1], %rd5;\n", word = "st.global.u32 [%rd1], %r5;\n";
  CHECK(opcodes("mul.wide.s32 %rd3, %r90, 8;\nadd.s64 %rd5, %rd2, %rd3;\n" + store) == "mad st");
  CHECK(opcodes("cvt.s64.s32 %rd3, %r90;\nshl.b64 %rd4, %rd3, 3;\nadd.s64 %rd5, %rd2, %rd4;\n" + store) == "mad st");
  CHECK(opcodes("mul.lo.s32 %r1, %r90, 9;\nld.global.u32 %r2, [%rd1];\nadd.s32 %r5, %r1, %r2;\n" + word) ==
        "ld mad st");
  CHECK(opcodes("shl.b32 %r1, %r90, 4;\nld.global.u32 %r2, [%rd1];\nadd.s32 %r5, %r2, %r1;\n" + word) == "ld mad st");
  CHECK(opcodes("ld.global.u32 %r2, [%rd1];\nand.b32 %r1, %r90, 15;\nxor.b32 %r5, %r1, %r2;\n" + word) == "ld lop3 st");
  CHECK(opcodes("ld.global.u32 %r2, [%rd1];\nnot.b32 %r1, %r90;\nand.b32 %r5, %r1, %r2;\n" + word) == "ld lop3 st");
  CHECK(opcodes("setp.lt.s32 %p1, %r90, 9;\nand.pred %p2, %p0, %p1;\n@%p2 st.global.u32 [%rd1], %r90;\n") == "setp st");
  CHECK(opcodes("ld.global.u32 %r1, [%rd1];\nmov.b32 {%h1, %h2}, %r1;\ncvt.f32.f16 %f1, %h1;\ncvt.f32.f16 %f2, %h2;\n"
                "st.global.v2.f32 [%rd1], {%f1, %f2};\n") == "ld cvt cvt st");
}

TEST_CASE("pairs are not fused where the values would differ") {
  const std::string store = "st.global.u64 [%rd1], %rd5;\n", word = "st.global.u32 [%rd1], %r5;\n";
  // 2^31 is negative as a factor.
  CHECK(opcodes("cvt.s64.s32 %rd3, %r90;\nshl.b64 %rd5, %rd3, 30;\n" + store) == "mul st");
  CHECK(opcodes("cvt.s64.s32 %rd3, %r90;\nshl.b64 %rd5, %rd3, 31;\n" + store) == "cvt shl st");
  CHECK(opcodes("cvt.s64.s32 %rd3, %r90;\nmul.lo.s64 %rd5, %rd3, 2147483648;\n" + store) == "cvt mul st");
  CHECK(opcodes("cvt.s64.s32 %rd3, %r90;\nmul.lo.s64 %rd5, %rd3, -2;\n" + store) == "cvt mul st");
  // A factor that is extended in another way.
  CHECK(opcodes("cvt.s64.s32 %rd3, %r90;\nld.global.u32 %r1, [%rd1];\ncvt.u64.u32 %rd4, %r1;\n"
                "mul.lo.s64 %rd5, %rd3, %rd4;\n" + store) == "cvt ld cvt mul st");
  CHECK(opcodes("mul.hi.s32 %r1, %r90, 9;\nadd.s32 %r5, %r1, %r90;\n" + word) == "mul add st");
  CHECK(opcodes("@%p0 mul.lo.s32 %r1, %r90, 9;\nadd.s32 %r5, %r1, %r90;\n" + word) == "mul add st");
  CHECK(opcodes("mul.lo.s32 %r1, %r90, 9;\nadd.sat.s32 %r5, %r1, %r90;\n" + word) == "mul add st");
  CHECK(opcodes("mul.wide.u16 %r1, %h1, 9;\nadd.s32 %r5, %r1, %r90;\n" + word) == "mul add st");
  // The other predicate of a comparison, and one that is needed twice.
  CHECK(opcodes("setp.lt.s32 %p1|%p2, %r90, 9;\nand.pred %p3, %p0, %p1;\n@%p3 " + word) == "setp and st");
  CHECK(opcodes("and.b32 %r1, %r90, 15;\nxor.b32 %r5, %r1, %r90;\nst.global.u32 [%rd1+4], %r1;\n" + word) ==
        "and xor st st");
}

TEST_CASE("a value is computed once in a block") {
  const std::string first = "ld.param.u64 %rd3, [b];\nshl.b32 %r1, %r90, 5;\n";
  const std::string store = "st.global.v2.u32 [%rd1], {%r1, %r2};\nst.global.u64 [%rd3], %rd4;\n";
  CHECK(opcodes(first + "ld.param.u64 %rd4, [b];\nshl.b32 %r2, %r90, 5;\n" + store) == "shl st st");
  CHECK(opcodes(first + "ld.param.u64 %rd4, [a];\nshl.b32 %r2, %r90, 6;\n" + store) == "shl shl st st");
  CHECK(opcodes(first + "ld.global.u32 %r90, [%rd2];\nld.param.u64 %rd4, [b];\nshl.b32 %r2, %r90, 5;\n" + store) ==
        "shl ld shl st st");
  CHECK(opcodes("mov.u32 %r1, %clock;\nmov.u32 %r2, %clock;\nst.global.v2.u32 [%rd1], {%r1, %r2};\n") == "mov mov st");
}

TEST_CASE("the values of fused logic are those of its parts") {
  const auto table = [](const std::string& first, const std::string& second) {
    const ptx::Kernel kernel = compiled("ld.global.v2.u32 {%r2, %r3}, [%rd1];\n" + first + ".b32 %r1, %r90, %r2;\n" +
                                        second + ".b32 %r5, %r1, %r3;\nst.global.u32 [%rd1], %r5;\n");
    return kernel.instructions.at(7).operands.back().bits;
  };
  CHECK(table("and", "or") == ((0xf0 & 0xcc) | 0xaa));
  CHECK(table("or", "and") == ((0xf0 | 0xcc) & 0xaa));
  CHECK(table("xor", "xor") == (0xf0 ^ 0xcc ^ 0xaa));
}

TEST_CASE("floating-point products and sums are not fused") {
  CHECK(opcodes("ld.global.v2.f32 {%f1, %f2}, [%rd1];\nmul.f32 %f3, %f1, %f2;\nadd.f32 %f4, %f3, %f1;\n"
                "st.global.f32 [%rd1], %f4;\n") == "ld mul add st");
}

TEST_CASE("unused results are removed, but no effect") {
  CHECK(opcodes("add.u32 %r1, %r90, 1;\nmul.lo.u32 %r2, %r1, %r1;\nld.global.u32 %r3, [%rd1];\n") == "");
  CHECK(opcodes("mov.u32 %r1, 0;\nL:\nadd.u32 %r1, %r1, 1;\nst.global.u32 [%rd1], %r90;\n@%p0 bra L;\n") == "st bra");
  CHECK(opcodes("ld.volatile.global.u32 %r3, [%rd1];\n") == "ld");
  CHECK(opcodes("ld.relaxed.gpu.global.u32 %r3, [%rd1];\n") == "ld");
  CHECK(opcodes("atom.global.add.u32 %r3, [%rd1], 1;\n") == "atom");
  CHECK(opcodes("shfl.sync.bfly.b32 %r3, %r90, 1, 31, -1;\n") == "shfl");
  CHECK(opcodes("mov.u32 %r3, %clock;\n") == "mov");
  CHECK(opcodes("add.cc.u32 %r1, %r90, 1;\naddc.u32 %r2, %r90, 0;\nst.global.u32 [%rd1], %r2;\n") == "add addc st");
}

TEST_CASE("a result that no path reads is removed although its register is read elsewhere") {
  const std::string store = "st.global.u32 [%rd1], %r1;\n", other = "st.global.u32 [%rd2], %r1;\n";
  const std::string load = "ld.global.u32 %r1, [%rd2];\n";
  // Overwritten before it is read, and written after the last read.
  CHECK(opcodes("add.u32 %r1, %r90, 1;\n" + load + store) == "ld st");
  CHECK(opcodes(load + store + "add.u32 %r1, %r90, 1;\n") == "ld st");
  // Overwritten on both paths, and read on one of them.
  const std::string sum = "add.u32 %r1, %r90, 1;\n@%p0 bra A;\n";
  CHECK(opcodes(sum + load + store + "bra B;\nA:\nmul.lo.u32 %r1, %r90, %r90;\nB:\n" + other) ==
        "bra ld st bra mul st");
  CHECK(opcodes(sum + load + "A:\n" + store) == "add bra ld st");
  // Read in the next turn of a loop, and overwritten there.
  const std::string end = "setp.lt.u32 %p1, %r2, 9;\n@%p1 bra L;\n";
  CHECK(opcodes("mov.u32 %r1, 7;\nL:\n" + store + "ld.global.u32 %r2, [%rd2];\nadd.u32 %r1, %r2, 1;\n" + end) ==
        "mov st ld add setp bra");
  CHECK(opcodes("L:\n" + load + store + "ld.global.u32 %r2, [%rd2];\nadd.u32 %r1, %r2, 1;\n" + end) ==
        "ld st ld setp bra");
}

TEST_CASE("a guarded write keeps the value before it and goes if none reads its own") {
  const std::string load = "ld.global.u32 %r1, [%rd2];\n", store = "st.global.u32 [%rd1], %r1;\n";
  CHECK(opcodes("add.u32 %r1, %r90, 1;\n@%p0 " + load + store) == "add ld st");
  CHECK(opcodes("@%p0 add.u32 %r1, %r90, 1;\n" + load + store) == "ld st");
  CHECK(opcodes(load + store + "@%p0 add.u32 %r1, %r1, 1;\n@%p0 add.u32 %r1, %r1, 2;\n") == "ld st");
}

TEST_CASE("an instruction of which one result is read stays and so do effects without a reader") {
  const std::string store = "st.global.u32 [%rd1], %r1;\n", load = "ld.global.u32 %r1, [%rd2+8];\n";
  CHECK(opcodes("ld.global.v2.u32 {%r1, %r2}, [%rd2];\n" + load + "st.global.v2.u32 [%rd1], {%r1, %r2};\n") ==
        "ld ld st");
  CHECK(opcodes("ld.global.v2.u32 {%r1, %r2}, [%rd2];\n" + load + store) == "ld st");
  CHECK(opcodes("atom.global.add.u32 %r1, [%rd1], 1;\n" + load + store) == "atom ld st");
  CHECK(opcodes("ld.volatile.global.u32 %r1, [%rd2];\n" + load + store) == "ld ld st");
  CHECK(opcodes("shfl.sync.bfly.b32 %r1, %r90, 1, 31, -1;\n" + load + store) == "shfl ld st");
  CHECK(opcodes("mov.u32 %r1, %clock;\n" + load + store) == "mov ld st");
}

TEST_CASE("a division has only the corrections that its result needs") {
  const auto guarded = [](const std::string& division) {
    const ptx::Kernel kernel = compiled("ld.global.u32 %r2, [%rd2];\n" + division + "st.global.u32 [%rd1], %r1;\n");
    std::string all;
    for (const ptx::Instruction& i : kernel.instructions)
      if (i.guard.kind != ptx::Operand::Kind::kNone) all += std::string(" ") + ptx::info(i).name;
    return all;
  };
  // Behind the store of the preamble. Of a quotient the second correction needs only the first one's remainder.
  CHECK(guarded("div.u32 %r1, %r90, %r2;\n") == " st sub add add");
  CHECK(guarded("rem.u32 %r1, %r90, %r2;\n") == " st sub sub");
  CHECK(guarded("div.s32 %r1, %r90, %r2;\n") == " st sub add add neg");
  CHECK(guarded("rem.s32 %r1, %r90, %r2;\n") == " st sub sub neg");
}

TEST_CASE("a matrix product that reads zero itself needs no move of zero into its sum") {
  const std::string product =
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f1,%f2,%f3,%f4}, {%r1,%r2,%r3,%r4}, {%r5,%r6}, ";
  const std::string zeros = "mov.f32 %f1, 0f00000000;\nmov.f32 %f2, %f1;\nmov.f32 %f3, %f1;\nmov.f32 %f4, %f1;\n";
  const std::string load = "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1];\nld.global.v2.u32 {%r5, %r6}, [%rd2];\n";
  CHECK(opcodes(load + "L:\n" + zeros + product + "{%f1,%f2,%f3,%f4};\n" + product + "{%f1,%f2,%f3,%f4};\n" +
                "st.global.v4.f32 [%rd1], {%f1, %f2, %f3, %f4};\n@%p0 bra L;\n") == "ld ld mma mma st bra");
}
