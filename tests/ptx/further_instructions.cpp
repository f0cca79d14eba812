// Small floats, textures, surfaces, jump tables and the rest beyond the everyday instructions.
#include <catch2/catch.hpp>

#include "ptx/instruction_table.h"
#include "ptx/parser.h"
#include "ptx/support.h"

using namespace unibank::ptx;
using namespace unibank::ptx::test;
using Catch::Contains;
using Kind = Operand::Kind;

namespace {

const std::string kObjects = ".global .texref t;\n.global .surfref f = {width=4};\n.global .samplerref m;\n";

std::string texture_refusal(const std::string& line) { return refusal(kObjects + around(line)); }
Instruction texture_instruction(const std::string& line) {
  return parse(kObjects + around(line), "k.ptx").kernels.at("k").instructions.at(0);
}

}  // namespace

TEST_CASE("Floats of 16 bits, alone and packed, wherever PTX takes them") {
  for (const char* line :
       {"add.f16 %h1, %h2, %h3;", "add.rn.ftz.sat.f16x2 %r1, %r2, %r3;", "sub.bf16 %h1, %h2, %h3;",
        "mul.rn.bf16x2 %r1, %r2, %r3;", "fma.rn.relu.f16 %h1, %h2, %h3, %h1;", "fma.rn.bf16x2 %r1, %r2, %r3, %r4;",
        "neg.ftz.f16x2 %r1, %r2;", "abs.bf16 %h1, %h2;", "min.NaN.f16 %h1, %h2, %h3;",
        "max.xorsign.abs.bf16x2 %r1, %r2, %r3;", "min.ftz.NaN.xorsign.abs.f32 %f1, %f2, %f3;",
        "setp.eq.f16x2 %p1|%p2, %r1, %r2;", "setp.ltu.bf16 %p1, %h1, %h2;", "set.gt.f16x2.f16x2 %r1, %r2, %r3;",
        "set.le.ftz.u32.f16 %r1, %h1, %h2;", "set.eq.bf16.bf16 %h1, %h2, %h3;", "cvt.rn.f16x2.f32 %r1, %f1, %f2;",
        "cvt.rz.relu.bf16x2.f32 %r1, %f1, %f2;", "cvt.rn.bf16.f32 %h1, %f1;", "cvt.f32.bf16 %f1, %h1;",
        "cvt.rn.bf16.f16 %h1, %h2;", "cvt.rzi.s32.f16 %r1, %h1;", "cvt.rn.f16.u64 %h1, %d1;", "cvt.f64.f16 %e1, %h1;",
        "ex2.approx.f16x2 %r1, %r2;", "ex2.approx.ftz.bf16 %h1, %h2;", "tanh.approx.f32 %f1, %f2;",
        "tanh.approx.bf16x2 %r1, %r2;", "atom.add.noftz.f16 %h1, [%d1], %h2;",
        "red.global.add.noftz.bf16x2 [%d1], %r1;",
        "atom.global.gpu.relaxed.cas.b16 %h1, [%d1], %h2, %h3;", "mov.b32 %r1, {%h1, %h2};"})
    CHECK(body_refusal(line) == "");
  CHECK(instruction_of("cvt.rn.f16x2.f32 %r1, %f1, %f2;").operands.size() == 3);
  CHECK_THAT(body_refusal("cvt.rn.f16x2.f32 %r1, %f1;"), Contains("two sources for, and only for, a packed type"));
  CHECK_THAT(body_refusal("cvt.bf16.f16 %h1, %h2;"), Contains("one of .rn, .rz, .rm, .rp"));
  CHECK_THAT(body_refusal("atom.add.b16 %h1, [%d1], %h2;"), Contains(".b16 with .cas only"));
}

TEST_CASE("Dot products and lookups of bits and lanes") {
  for (const char* line :
       {"dp4a.u32.s32 %r1, %r2, %r3, %r4;", "dp2a.hi.s32.u32 %r1, %r2, %r3, %r4;", "lop3.b32 %r1, %r2, %r3, %r4, 0x96;",
        "redux.sync.add.s32 %r1, %r2, -1;", "redux.sync.xor.b32 %r1, %r2, %r3;", "pmevent 3;", "nop;",
        "prefetchu.L1 [%d1];", "applypriority.global.L2::evict_normal [%d1], 128;", "discard.global.L2 [%d1], 128;",
        "fence.proxy.async.global;", "fence.sc.cta;", "fence.acq_rel.cluster;", "membar.gl;",
        "bar.arrive 1, 64;", "barrier.cta.sync.aligned %r1, %r2;", "ld.mmio.relaxed.sys.global.u32 %r1, [%d1];",
        "bmsk.clamp.b32 %r1, %r2, 4;", "szext.wrap.s32 %r1, %r2, 9;", "fns.b32 %r1, -1, 3, 1;",
        "mov.u32 %r1, %clusterid.y;", "mov.u32 %r1, %envreg1;", "mov.u32 %r1, %cluster_ctarank;",
        "{.reg.b32 x;.reg.b16 y; mov.b32 x,{y,y};}", "griddepcontrol.wait;", "mov.u32 %r1, %clock_hi;",
        "mov.u32 %r1, %globaltimer_lo;", "mov.u32 %r1, %total_smem_size;"})
    CHECK(body_refusal(line) == "");
  const Instruction video = instruction_of("vabsdiff4.u32.s32.u32.add %r1, %r2, %r3, %r4;");
  CHECK(video.type2 == Type::kS32);
  CHECK(video.type3 == Type::kU32);
  CHECK(static_cast<Combine>(video.variant) == Combine::kAdd);
  CHECK_THAT(body_refusal("redux.sync.add.b32 %r1, %r2, -1;"), Contains("a .u or .s type for .add"));
  CHECK_THAT(body_refusal("redux.sync.cas.b32 %r1, %r2, -1;"),
             Contains("unknown suffix of 'redux' '.cas'; known: .sync, .and, .or, .xor, .add, .min, .max,"));
  CHECK_THAT(body_refusal("dp2a.u32.u32 %r1, %r2, %r3, %r4;"), Contains("one of .lo, .hi"));
  CHECK(instruction_of("mov.u32 %r1, %envreg2;").operands[1].kind == Kind::kSpecial);
  for (const std::string other : {"%envreg0", "%envreg3", "%envreg31"})
    CHECK_THAT(body_refusal("mov.u32 %r1, " + other + ";"),
               Contains("found '" + other + "', a special register that is not in this model; expected %envreg1 and "
                        "%envreg2"));
  CHECK_THAT(body_refusal("mov.u32 %r1, %envreg32;"), Contains("unknown register '%envreg32'"));
  CHECK_THAT(body_refusal("mov.u32 %r1, %pm0;"), Contains("found '%pm0', a special register that is not in"));
  CHECK_THAT(body_refusal("bmsk.b32 %r1, %r2, %r3;"), Contains("one of .clamp, .wrap"));
  CHECK(instruction_of("bar.red.popc.u32 %r1, 0, !1;").operands[2].bits == 0);
  CHECK(instruction_of("bar.red.popc.u32 %r1, 0, 64, 1;").operands[3].bits == 1);
  CHECK_THAT(body_refusal("@1 ret;"), Contains("expected a predicate register"));
  CHECK_THAT(body_refusal("bar.arrive 1;"), Contains("a number of threads"));
}

TEST_CASE("Modifiers are accepted only with the types that have them") {
  for (const char* line :
       {"max.s32.relu %r1, %r2, %r3;", "min.s16x2.relu %r1, %r2, %r3;", "add.u16x2 %r1, %r2, %r3;",
        "rcp.approx.ftz.f64 %e1, %e2;", "rsqrt.approx.f64 %e1, %e2;", "add.sat.s32 %r1, %r2, %r3;",
        "mad.hi.sat.s32 %r1, %r2, %r3, %r4;", "setp.lt.ftz.f32 %p1, %f1, %f2;", "slct.ftz.u32.f32 %r1, %r2, %r3, %f1;",
        "cvt.sat.s8.s32 %r1, %r2;", "cvt.ftz.s32.f32.rzi %r1, %f1;", "vabsdiff4.u32.u32.u32.sat %r1, %r2, %r3, %r4;"})
    CHECK(body_refusal(line) == "");
  const auto says = [](const char* line) { return body_refusal(line); };
  CHECK(says("add.ftz.f64 %e1, %e2, %e3;") == "k.ptx:12:1: found 'add.ftz.f64'; expected .ftz with .f32 or smaller");
  CHECK_THAT(says("sqrt.approx.f64 %e1, %e2;"), Contains(".approx with .f32 or smaller"));
  CHECK_THAT(says("div.full.f64 %e1, %e2, %e3;"), Contains(".full with .f32"));
  CHECK_THAT(says("add.cc.f32 %f1, %f2, %f3;"), Contains(".cc with integers"));
  CHECK_THAT(says("min.NaN.s32 %r1, %r2, %r3;"), Contains(".NaN and .xorsign.abs"));
  for (const char* line : {"min.abs.f32 %f1, %f2, %f3;", "max.NaN.xorsign.f16x2 %r1, %r2, %r3;"})
    CHECK_THAT(says(line), Contains("expected .xorsign with .abs, and .abs with .xorsign"));
  CHECK_THAT(says("max.relu.f32 %f1, %f2, %f3;"), Contains(".relu with .s32"));
  CHECK_THAT(says("fma.rn.relu.f32 %f1, %f2, %f3, %f4;"), Contains(".relu with .f16"));
  CHECK_THAT(says("add.sat.u32 %r1, %r2, %r3;"), Contains(".sat with .s32"));
  CHECK_THAT(says("add.rn.s32 %r1, %r2, %r3;"), Contains("no rounding of integers"));
  CHECK_THAT(says("add.rni.f32 %f1, %f2, %f3;"), Contains("unknown suffix of 'add' '.rni'"));
  CHECK_THAT(says("add.cc.sat.s32 %r1, %r2, %r3;"), Contains("expected .cc or .sat"));
  for (const char* line : {"mad.lo.sat.s32 %r1, %r2, %r3, %r4;", "mul.hi.sat.s32 %r1, %r2, %r3;"})
    CHECK_THAT(says(line), Contains("expected .sat with mad.hi.s32 and mad24.hi.s32 only"));
  CHECK_THAT(says("mad.cc.wide.u32 %d1, %r2, %r3, %d4;"), Contains("expected .lo or .hi with .cc"));
  for (const char* line : {"div.f32 %f1, %f2, %f3;", "div.approx.rn.f32 %f1, %f2, %f3;", "rcp.f32 %f1, %f2;",
                           "sqrt.ftz.f32 %f1, %f2;", "div.approx.full.f32 %f1, %f2, %f3;"})
    CHECK_THAT(says(line), Contains("expected one of .approx, .rn, .rz, .rm, .rp"));
  CHECK_THAT(says("div.f64 %e1, %e2, %e3;"), Contains("expected one of .rn, .rz, .rm, .rp"));
  CHECK_THAT(says("rcp.approx.f64 %e1, %e2;"), Contains("expected rcp.approx.ftz.f64, or a rounding without .ftz"));
  CHECK_THAT(says("rcp.rn.ftz.f64 %e1, %e2;"), Contains("expected rcp.approx.ftz.f64, or a rounding without .ftz"));
  CHECK_THAT(says("rsqrt.f32 %f1, %f2;"), Contains("expected .approx"));
  CHECK_THAT(says("set.eq.u16.f16x2 %h1, %r2, %r3;"), Contains("as the result for packed sources"));
  CHECK_THAT(says("set.eq.f16x2.f32 %r1, %f2, %f3;"), Contains("no packed one for others"));
  CHECK(says("lop3.b32 %r1, %r2, %r3, %r4, 0x90 | 6;") == "");
  for (const char* line : {"lop3.b32 %r1, %r2, %r3, %r4, %r1;", "lop3.b32 %r1, %r2, %r3, %r4, %laneid;"})
    CHECK_THAT(says(line), Contains("expected an integer constant as the last operand of 'lop3.b32'"));
  CHECK_THAT(says("cvta.shared.u16 %h1, %h2;"),
             Contains("does not take the type .u16 here; expected one of .u32, .u64"));
  CHECK_THAT(says("mul.rz.f16 %h1, %h2, %h3;"), Contains("floats of 16 bits have no other rounding"));
}

TEST_CASE("A texture fetch: texel, texture and coordinates, with and without a name") {
  const Instruction i = texture_instruction("tex.2d.v4.f32.s32 {%f1,%f2,_,%f4}, [t, {%r1, %r2}];");
  CHECK(static_cast<Geometry>(i.variant & 7) == Geometry::k2d);
  CHECK(latency_class(i) == LatencyClass::kTexture);
  REQUIRE(i.operands.size() == 3);
  CHECK(i.destinations == 1);
  CHECK(i.operands[0].elements[2].kind == Kind::kSink);
  CHECK(i.operands[1].kind == Kind::kSymbol);
  CHECK(i.operands[2].elements.size() == 2);
  CHECK(texture_instruction("tex.1d.v4.u32.f32 {%r1,%r2,%r3,%r4}, [%d1, {%f1}];").operands[1].kind == Kind::kRegister);
  CHECK(texture_instruction("tex.1d.v4.u32.f32 {%r1,%r2,%r3,%r4}, [t, m, %f1];").operands.size() == 4);
  const Instruction old = texture_instruction("tex.2d.v4.f32.s32 {%f1,%f2,_,%f4}, [t, {%r1, %r2, %r3, %r3}];");
  CHECK(old.operands[2].elements.size() == 2);
  const Instruction level =
      texture_instruction("tex.level.3d.v4.s32.f32 {%r1,%r2,%r3,%r4}, [t,{%f1,%f2,%f3,%f3}], %f1;");
  CHECK(has(level, kLevel));
  CHECK(level.operands.size() == 4);
  CHECK(texture_instruction("tld4.b.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [t, {%f1,%f2}];").variant == (1 | 2 << 3));
  CHECK(static_cast<Query>(texture_instruction("txq.height.b32 %r1, [%d1];").variant) == Query::kHeight);
  CHECK_THAT(texture_refusal("tex.2d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [t, {%r1}];"), Contains("found 1 coordinates"));
  CHECK_THAT(texture_refusal("tex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [g, {%r1}];"), Contains("expected a .texref"));
  CHECK_THAT(texture_refusal("tex.v4.f32.s32 {%f1,%f2,%f3,%f4}, [t, {%r1}];"), Contains("one of .1d, .2d"));
  CHECK_THAT(texture_refusal("tex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [t, {%r1}], %r1;"), Contains("only with, .level"));
  CHECK_THAT(texture_refusal("tex.1d.v2.f32.s32 {%f1,%f2}, [t, {%r1}];"), Contains("unknown suffix of 'tex' '.v2'"));
  CHECK_THAT(texture_refusal("tex.1d.f32.s32 %f1, [t, {%r1}];"), Contains(".v4: a texel has four values"));
}

TEST_CASE("An mbarrier has the operands of its form and its order and the forms of a cluster are refused") {
  const Instruction arrive = instruction_of("mbarrier.arrive.shared.b64 %d1, [%r1+8], 3;");
  CHECK(arrive.destinations == 1);
  CHECK(arrive.operands.size() == 3);
  CHECK(arrive.space == StateSpace::kShared);
  CHECK(order_of(arrive) == Order::kRelease);
  CHECK(scope_of(arrive) == SyncScope::kCta);
  CHECK(instruction_of("mbarrier.arrive_drop.relaxed.cluster.b64 _, [%d1];").operands[0].kind == Kind::kSink);
  const Instruction wait = instruction_of("mbarrier.try_wait.parity.relaxed.cta.shared::cta.b64 %p1, [%r1], 1, %r2;");
  CHECK(wait.operands.size() == 4);
  CHECK(order_of(wait) == Order::kRelaxed);
  CHECK(order_of(instruction_of("mbarrier.test_wait.b64 %p1, [%d1], %d2;")) == Order::kAcquire);
  CHECK(is_arrival(instruction_of("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%r1];")));
  CHECK(latency_class(instruction_of("mbarrier.pending_count.b64 %r1, %d1;")) == LatencyClass::kAlu);

  for (const std::string cluster : {"mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r1];",
                                    "mbarrier.expect_tx.relaxed.cluster.shared::cluster.b64 [%r1], 8;"})
    CHECK_THAT(body_refusal(cluster), Contains("found '.shared::cluster'") && Contains("other blocks of a cluster"));
  CHECK_THAT(body_refusal("mbarrier.arrive.noComplete.relaxed.cta.shared.b64 %d1, [%r1], 2;"),
             Contains("found '.relaxed' after 'mbarrier.arrive.noComplete'"));
  CHECK_THAT(body_refusal("mbarrier.arrive.noComplete.shared.b64 %d1, [%r1];"), Contains("another operand"));
  CHECK_THAT(body_refusal("mbarrier.test_wait.shared.b64 %p1, [%r1], %d1, 100;"), Contains("expected ';'"));
  CHECK_THAT(body_refusal("mbarrier.test_wait.shared.b64 %r1, [%r1], %d1;"), Contains("predicate"));
  CHECK_THAT(body_refusal("mbarrier.wait.shared.b64 %p1, [%r1], %d1;"), Contains("found '.wait' after 'mbarrier'"));
  CHECK_THAT(body_refusal("cp.async.mbarrier.complete_tx.bytes.shared::cta.b64 [%r1];"),
             Contains("after 'cp.async.mbarrier'"));
}

TEST_CASE("Cubes have directions as coordinates and gradients have as many elements as the shape") {
  const std::string result = "{%f1,%f2,%f3,%f4}, ", four = "{%f1,%f2,%f3,%f4}";
  CHECK(texture_instruction("tex.cube.v4.f32.f32 " + result + "[t, {%f1,%f2,%f3}];").operands[2].elements.size() == 3);
  const Instruction layered = texture_instruction("tex.acube.v4.f32.f32 " + result + "[t, {%r1,%f2,%f3,%f4}];");
  CHECK(layered.operands[2].elements.size() == 4);
  CHECK(texture_instruction("tld4.g.cube.v4.f32.f32 " + result + "[t, " + four + "];").variant == (5 | 1 << 3));
  CHECK_THAT(texture_refusal("tex.acube.v4.f32.f32 " + result + "[t, {%r1,%f2,%f3}];"), Contains("3 coordinates"));
  CHECK_THAT(texture_refusal("tex.cube.v4.f32.s32 " + result + "[t, {%r1,%r2,%r3,%r4}];"),
             Contains(".f32 coordinates"));

  const std::string plane = "tex.grad.2d.v4.f32.f32 " + result + "[t, {%f1,%f2}]";
  const Instruction gradient = texture_instruction(plane + ", {%f1,%f2}, {%f3,%f4};");
  REQUIRE(gradient.operands.size() == 5);
  CHECK(has(gradient, kGradient));
  CHECK(gradient.operands[4].elements.size() == 2);
  CHECK(texture_instruction("tex.grad.cube.v4.f32.f32 " + result + "[t, {%f1,%f2,%f3}], " + four + ", " + four + ";")
            .operands[3].elements.size() == 4);
  CHECK(texture_instruction("tex.grad.1d.v4.f32.f32 " + result + "[t, %f1], {%f1}, %f2;").operands.size() == 5);
  CHECK_THAT(texture_refusal(plane + ";"), Contains("gradients with .grad"));
  CHECK_THAT(texture_refusal(plane + ", {%f1,%f2};"), Contains("the gradient in y"));
  CHECK_THAT(texture_refusal("tex.grad.level.2d.v4.f32.f32 " + result + "[t, {%f1,%f2}], %f1;"),
             Contains(".grad or .level"));
}

TEST_CASE("Texture fetches and spaces of PTX that this model lacks are named with the reason") {
  CHECK_THAT(texture_refusal("tex.2dms.v4.f32.s32 {%f1,%f2,%f3,%f4}, [t, {%r1,%r2,%r3,%r4}];"),
             Contains("found '.2dms'") && Contains("several samples per texel"));
  CHECK_THAT(texture_refusal("tex.2d.v4.f32.s32 {%f1,%f2,%f3,%f4}|%p1, [t, {%r1,%r2}];"),
             Contains("found '|'; expected ',': the residency of texels is not in this model"));
  CHECK_THAT(body_refusal("cvt.rn.satfinite.e2m1x2.f32 %h1, %f1, %f2;"),
             Contains("found '.e2m1x2' in 'cvt.rn.satfinite.e2m1x2.f32', which converts to or from floats of 6 and 4"));
  CHECK_THAT(body_refusal("add.satfinite.f32 %f1, %f2, %f3;"), Contains("unknown suffix of 'add' '.satfinite'"));
  CHECK_THAT(body_refusal("ld.shared::cluster.u32 %r1, [%d1];"), Contains("other blocks of a cluster"));
  CHECK_THAT(body_refusal("ld.global.L2::cache_hint.u32 %r1, [%d1], %d2;"), Contains("names a cache policy"));
  CHECK_THAT(body_refusal("isspacep.param %p1, %d1;"), Contains("unknown suffix of 'isspacep' '.param'"));
  CHECK_THAT(body_refusal("bar.sync.L2::128B 0;"), Contains("unknown suffix of 'bar' '.L2::128B'"));
}

TEST_CASE("Surfaces are read, written and added to") {
  const Instruction load = texture_instruction("suld.b.2d.v2.b32.trap {%r1,%r2}, [f, {%r3,%r4}];");
  CHECK(load.operands.size() == 3);
  CHECK(texture_instruction("suld.b.1d.b32.zero %r1, [f, %r2];").operands[0].elements.size() == 1);
  const Instruction store = texture_instruction("sust.b.2d.b32.clamp [f, {%r1, %r2}], {%r3};");
  CHECK(store.destinations == 0);
  REQUIRE(store.operands.size() == 3);
  CHECK(store.operands[2].elements.size() == 1);
  CHECK((store.variant >> 3 & 3) == static_cast<int>(Outside::kClamp));
  CHECK((texture_instruction("sust.p.2d.v4.b32.trap [f, {%r1,%r2}], {%r3,%r3,%r3,%r3};").variant >> 5 & 1) == 1);
  const Instruction add = texture_instruction("sured.b.add.2d.u32.trap [f, {%r1, %r2}], %r3;");
  CHECK(static_cast<Atomic>(add.operation) == Atomic::kAdd);
  CHECK(texture_instruction("suq.width.b32 %r1, [f];").operands.size() == 2);
  CHECK_THAT(texture_refusal("suld.2d.b32.trap %r1, [f, {%r1,%r2}];"), Contains("expected one of .b"));
  CHECK_THAT(texture_refusal("sust.b.2d.v2.b32.trap [f, {%r1,%r2}], %r3;"), Contains("expected '{' and 2 values"));
}

TEST_CASE("Every row documents itself in one line") {
  CHECK(describe(info(Op::kAdd)) ==
        "add .u16 .u32 .u64 .s16 .s32 .s64 .f16 .f32 .f64 .f16x2 .bf16 .bf16x2 .u16x2 .s16x2 | value <- value, value | "
        ".ftz .sat .cc .rn .rz .rm .rp | alu");
  CHECK_THAT(describe(info(Op::kTex)), Contains("{texels} <- [texture or surface, coordinates]"));
  CHECK(describe(info(Op::kTex)) ==
        "tex .u32 .s32 .f32 of .s32 .f32 | {texels} <- [texture or surface, coordinates] [value of the second type] | "
        ".level .grad .v4 .1d .2d .3d .a1d .a2d .cube .acube | texture | refused: .2dms .a2dms");
  CHECK_THAT(describe(info(Op::kMma)), Contains(".m16n8k16"));
  for (unsigned i = 0; i < kOps; ++i) CHECK(describe(info(static_cast<Op>(i))).find('\n') == std::string::npos);
}

TEST_CASE("relssp takes a guard and nothing else") {
  const Instruction i = instruction_of("@!%p1 relssp;");
  CHECK(op_of(i) == Op::kRelssp);
  CHECK(i.guard.negated);
  CHECK(i.operands.empty());
  CHECK(i.text == "@!%p1 relssp");
  CHECK(latency_class(i) == LatencyClass::kControl);
  CHECK_FALSE(ends_block(i));
  CHECK_FALSE(is_memory(i));
  CHECK(body_refusal("relssp %r1;") != "");
  CHECK(body_refusal("relssp.u32;") != "");
}

TEST_CASE("acqreg and relreg take no operands") {
  CHECK(op_of(instruction_of("acqreg;")) == Op::kAcqreg);
  CHECK(op_of(instruction_of("relreg;")) == Op::kRelreg);
  CHECK(body_refusal("acqreg %r1;") != "");
  CHECK(body_refusal("relreg.u32;") != "");
}

TEST_CASE("The reserved scratchpad of cooperative groups is a variable whose address mov takes") {
  const Kernel kernel = kernel_of("mov.u32 %r1, %reserved_smem_offset_1;");
  const Operand& address = kernel.instructions.at(0).operands.at(1);
  REQUIRE(address.kind == Kind::kSymbol);
  const Variable& reserved = kernel.symbols.at(static_cast<std::size_t>(address.symbol));
  CHECK(reserved.name == "%reserved_smem_offset_1");
  CHECK(reserved.space == StateSpace::kShared);
  CHECK(reserved.bytes == 288);
  CHECK(body_refusal("mov.u32 %r1, %reserved_smem_offset_1;") == "");
  CHECK_THAT(body_refusal("add.u32 %r1, %reserved_smem_offset_1, 4;"), Contains("mov takes the address of a variable"));
  for (const std::string other : {"%reserved_smem_offset_begin", "%reserved_smem_offset_0", "%aggr_smem_size"})
    CHECK_THAT(body_refusal("mov.u32 %r1, " + other + ";"),
               Contains("found '" + other + "', a special register that is not in this model"));
}
