// Opcodes, suffixes and operands.
#include <catch2/catch.hpp>

#include "ptx/instruction_table.h"
#include "ptx/support.h"

using namespace unibank::ptx;
using namespace unibank::ptx::test;
using Kind = Operand::Kind;

TEST_CASE("Every row of the instruction table is found by its name") {
  for (unsigned i = 0; i < kOps; ++i) {
    const auto op = static_cast<Op>(i);
    if (op == Op::kRuntime) continue;  // never written
    CHECK(find_instruction(info(op).name)->op == op);
  }
  CHECK(find_instruction("barrier")->op == Op::kBar);
  CHECK(find_instruction("fence")->op == Op::kMembar);
  CHECK(find_instruction("ldu")->op == Op::kLd);
  CHECK(find_instruction("") == nullptr);
  CHECK(find_instruction("addd") == nullptr);
}

TEST_CASE("Types have the widths of PTX") {
  CHECK(bytes_of(Type::kB8) == 1);
  CHECK(bytes_of(Type::kF16) == 2);
  CHECK(bytes_of(Type::kS32) == 4);
  CHECK(bytes_of(Type::kF64) == 8);
  CHECK(bytes_of(Type::kPred) == 0);
}

TEST_CASE("An instruction keeps its suffixes, operands, place and text") {
  const Instruction i = instruction_of("  @!%p2 fma.rn.ftz.sat.f32 %f1,\n\t%f2 , 0f40490FDB, %f1;");
  CHECK(op_of(i) == Op::kFma);
  CHECK(i.type == Type::kF32);
  CHECK(i.modifiers == (kFtz | kSat));
  CHECK(rounding_of(i) == Rounding::kRn);
  CHECK(i.guard.kind == Kind::kRegister);
  CHECK(i.guard.negated);
  REQUIRE(i.operands.size() == 4);
  CHECK(i.destinations == 1);
  CHECK(i.operands[2].kind == Kind::kImmediate);
  CHECK(i.operands[2].bits == 0x40490FDB);
  CHECK(i.operands[0].index == i.operands[3].index);
  CHECK(i.location.line == 12);
  CHECK(i.location.column == 9);
  CHECK(i.text == "@!%p2 fma.rn.ftz.sat.f32 %f1, %f2 , 0f40490FDB, %f1");
}

TEST_CASE("Integers are sign-extended to 64 bits, floats have the width of the type") {
  const auto bits = [](const std::string& line) { return instruction_of(line).operands.back().bits; };
  CHECK(bits("mov.u32 %r1, 42;") == 42);
  CHECK(bits("mov.u32 %r1, -1;") == ~std::uint64_t{0});
  CHECK(bits("mov.u32 %r1, 0xFFFFFFFF;") == 0xFFFFFFFFu);
  CHECK(bits("mov.u32 %r1, 0x1fU;") == 31);
  CHECK(bits("mov.u32 %r1, 017;") == 15);
  CHECK(bits("mov.u32 %r1, 0b101;") == 5);
  CHECK(bits("mov.u32 %r1, 0;") == 0);
  CHECK(bits("mov.u32 %r1, WARP_SZ;") == 32);
  CHECK(bits("mov.b64 %d1, 18446744073709551615;") == ~std::uint64_t{0});
  CHECK(bits("mov.b64 %d1, -9223372036854775808;") == std::uint64_t{1} << 63);
  CHECK(bits("mov.f32 %f1, 0fBF800000;") == 0xBF800000);
  CHECK(bits("mov.f32 %f1, 0d3FF0000000000000;") == 0x3F800000);
  CHECK(bits("mov.f32 %f1, -1.5;") == 0xBFC00000);
  CHECK(bits("mov.f64 %e1, 0f3F800000;") == 0x3FF0000000000000);
  CHECK(bits("mov.f64 %e1, 2.5e-1;") == 0x3FD0000000000000);
  CHECK(bits("mov.b32 %r1, 0f3F800000;") == 0x3F800000);
}

TEST_CASE("Addresses: register, variable or number, with any offset") {
  const auto address = [](const std::string& a) { return instruction_of("ld.u32 %r1, [" + a + "];").operands[1]; };
  CHECK(address("%d1").kind == Kind::kAddress);
  CHECK(address("%d1").symbol == -1);
  CHECK(address("%d1+8").bits == 8);
  CHECK(address("%d1+-8").bits == ~std::uint64_t{7});
  CHECK(address("%d1-8").bits == ~std::uint64_t{7});
  CHECK(address("%r1+0x10").bits == 16);
  CHECK(address("1024").bits == 1024);
  CHECK(address("1024").index == -1);
  const Kernel k = kernel_of("ld.global.u32 %r1, [g+12];");
  const Operand& named = k.instructions[0].operands[1];
  REQUIRE(named.symbol >= 0);
  CHECK(k.symbols[named.symbol].name == "g");
  CHECK(named.index == -1);
  CHECK(named.bits == 12);
}

TEST_CASE("A variable accessed without a space is accessed in its own") {
  CHECK(instruction_of("ld.u32 %r1, [s];").space == StateSpace::kShared);
  CHECK(instruction_of("st.u32 [l+4], %r1;").space == StateSpace::kLocal);
  CHECK(instruction_of("ld.u32 %r1, [%d1];").space == StateSpace::kGeneric);
}

TEST_CASE("mov takes variables, special registers and vectors") {
  const Instruction variable = instruction_of("mov.u64 %d1, s+4;");
  CHECK(variable.operands[1].kind == Kind::kSymbol);
  CHECK(variable.operands[1].bits == 4);
  const Instruction special = instruction_of("mov.u32 %r1, %ctaid.y;");
  CHECK(special.operands[1].kind == Kind::kSpecial);
  CHECK(static_cast<Special>(special.operands[1].index) == Special::kCtaidY);
  for (const char* name : {"%tid.x", "%ntid.z", "%nctaid.x", "%laneid", "%warpid", "%nwarpid", "%smid", "%nsmid",
                           "%lanemask_eq", "%lanemask_ge", "%clock"})
    CHECK(body_refusal(std::string("mov.u32 %r1, ") + name + ";") == "");
  CHECK(body_refusal("mov.u64 %d1, %clock64;") == "");
  CHECK(body_refusal("mov.u64 %d1, %globaltimer;") == "");
  const Instruction unpack = instruction_of("mov.b64 {%r1, _}, %d1;");
  REQUIRE(unpack.operands[0].kind == Kind::kVector);
  CHECK(unpack.operands[0].elements[1].kind == Kind::kSink);
  CHECK(unpack.destinations == 1);
  CHECK(instruction_of("mov.b32 %r1, {%h1, %h2};").operands[1].elements.size() == 2);
  CHECK(instruction_of("mov.b64 {%h1, %h2, %h3, %h4}, %d1;").operands[0].elements.size() == 4);
}

TEST_CASE("Two results, sinks, and predicates that are negated") {
  const Instruction i = instruction_of("setp.gtu.or.f32 %p1|_, %f1, %f2, !%p3;");
  CHECK(i.destinations == 2);
  CHECK(i.operands[1].kind == Kind::kSink);
  CHECK(i.operands[4].negated);
  CHECK(comparison_of(i) == Comparison::kGtu);
  CHECK(boolean_of(i) == Boolean::kOr);
  CHECK(boolean_of(instruction_of("setp.lo.u32 %p1, %r1, 3;")) == Boolean::kNone);
  CHECK(instruction_of("shfl.sync.down.b32 %r1|%p1, %r2, 16, 31, -1;").destinations == 2);
  CHECK(instruction_of("shfl.up.b32 %r1, %r2, 1, 0;").operands.size() == 4);
}

TEST_CASE("Barriers in several spellings") {
  CHECK(instruction_of("bar.sync 0;").operands.size() == 1);
  CHECK(op_of(instruction_of("barrier.sync.aligned 1, 64;")) == Op::kBar);
  CHECK(is_barrier(instruction_of("bar.arrive 1, 64;")));
  const Instruction warp = instruction_of("bar.warp.sync -1;");
  CHECK(!is_barrier(warp));
  CHECK(latency_class(warp) == LatencyClass::kControl);
  const Instruction red = instruction_of("bar.red.and.pred %p1, 0, 32, !%p2;");
  CHECK(static_cast<Barrier>(red.variant) == Barrier::kRedAnd);
  CHECK(red.destinations == 1);
  CHECK(red.operands.size() == 4);
  CHECK(instruction_of("bar.red.popc.u32 %r1, 0, %p2;").operands.size() == 3);
}

TEST_CASE("Memory instructions: spaces, vectors, qualifiers, narrow data in wide registers") {
  const Instruction load = instruction_of("ld.global.nc.L1::no_allocate.L2::128B.v4.f32 {%f1,%f2,%f3,_}, [%d1+16];");
  CHECK(load.vector == 4);
  CHECK(has(load, kNonCoherent));
  CHECK(load.operands[0].elements.size() == 4);
  CHECK(instruction_of("ld.param.u8 %r1, [n+3];").space == StateSpace::kParam);
  CHECK(instruction_of("st.global.b8 [%d1], %r1;").destinations == 0);
  CHECK(instruction_of("st.shared::cta.v2.u32 [%r1], {1, %r2};").operands[1].elements[0].bits == 1);
  CHECK(instruction_of("ld.s16 %d1, [%d2];").type == Type::kS16);
  CHECK(instruction_of("cvt.u32.u8 %r1, %h1;").type2 == Type::kU8);
  const Instruction cas = instruction_of("atom.global.cas.b64 %d1, [%d2], %d3, 7;");
  CHECK(static_cast<Atomic>(cas.variant) == Atomic::kCas);
  CHECK(cas.operands.size() == 4);
  CHECK(op_of(instruction_of("fence.acq_rel.gpu;")) == Op::kMembar);
}

TEST_CASE("One form of many other instructions is accepted") {
  for (const char* line :
       {"abs.f32 %f1, %f2;", "activemask.b32 %r1;", "add.cc.u32 %r1, %r2, %r3;", "addc.u32 %r1, %r2, 0;",
        "madc.hi.cc.u32 %r1, %r2, %r3, %r4;", "bfe.s64 %d1, %d2, %r1, 5;", "bfi.b32 %r1, %r2, %r3, 4, 8;",
        "bfind.shiftamt.u64 %r1, %d1;", "brev.b32 %r1, %r2;", "clz.b64 %r1, %d1;", "popc.b32 %r1, %r2;",
        "copysign.f64 %e1, %e2, %e3;", "cos.approx.f32 %f1, %f2;", "div.full.f32 %f1, %f2, %f3;",
        "rem.s64 %d1,%d2,%d3;",
        "mad.wide.s32 %d1, %r1, -4, %d2;", "mad24.lo.s32 %r1, %r2, %r3, %r4;", "mul24.hi.u32 %r1, %r2, %r3;",
        "mul.wide.u16 %r1, %h1, %h2;", "not.pred %p1, %p2;", "xor.pred %p1, %p2, %p3;", "prmt.b32 %r1,%r2,%r3,0x5410;",
        "selp.f64 %e1, %e2, 0d0000000000000000, %p1;", "set.lt.u32.f32 %r1, %f1, %f2;", "shl.b64 %d1, %d2, %r1;",
        "shf.l.wrap.b32 %r1, %r2, %r3, %r4;", "sad.u32 %r1, %r2, %r3, %r4;", "slct.f32.s32 %f1, %f2, %f3, %r1;",
        "testp.finite.f32 %p1, %f1;", "isspacep.shared %p1, %d1;", "cvta.shared.u64 %d1, s;", "trap;", "nop;",
        "vote.sync.any.pred %p1, %p2, -1;", "match.any.sync.b32 %r1, %r2, -1;", "prefetch.global.L2 [%d1];",
        "rsqrt.approx.ftz.f32 %f1, %f2;", "sqrt.rn.f64 %e1, %e2;", "rcp.rn.f32 %f1, %f2;", "min.NaN.f32 %f1, %f2, %f3;",
        "cvt.rzi.sat.u8.f32 %r1, %f1;", "cvt.rni.f32.f32 %f1, %f2;", "cvt.rn.f16.f32 %h1, %f1;",
        "sub.sat.s32 %r1,%r2,%r3;"})
    CHECK(body_refusal(line) == "");
}
