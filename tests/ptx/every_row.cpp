// A form of each instruction that the parser accepts.
#include <catch2/catch.hpp>

#include <map>

#include "ptx/instruction_table.h"
#include "ptx/parser.h"
#include "ptx/support.h"

using namespace unibank::ptx;
using namespace unibank::ptx::test;

namespace {

// One for each row of the instruction table, with the labels that it needs.
const std::map<Op, const char*> kForms = {
    {Op::kAbs, "abs.s32 %r1, %r2;"},
    {Op::kActivemask, "activemask.b32 %r1;"},
    {Op::kAdd, "add.s32 %r1, %r2, %r3;"},
    {Op::kAddc, "addc.cc.u32 %r1, %r2, %r3;"},
    {Op::kAnd, "and.b64 %d1, %d2, %d3;"},
    {Op::kAtom, "atom.global.add.u32 %r1, [%d1], %r2;"},
    {Op::kBar, "bar.sync 0;"},
    {Op::kBfe, "bfe.u32 %r1, %r2, %r3, 4;"},
    {Op::kBfi, "bfi.b32 %r1, %r2, %r3, 4, 8;"},
    {Op::kBfind, "bfind.shiftamt.u32 %r1, %r2;"},
    {Op::kBra, "bra.uni L; L:"},
    {Op::kBrev, "brev.b32 %r1, %r2;"},
    {Op::kBrkpt, "brkpt;"},
    {Op::kClz, "clz.b64 %r1, %d2;"},
    {Op::kCnot, "cnot.b32 %r1, %r2;"},
    {Op::kCopysign, "copysign.f32 %f1, %f2, %f3;"},
    {Op::kCos, "cos.approx.f32 %f1, %f2;"},
    {Op::kCvt, "cvt.rn.f32.s32 %f1, %r2;"},
    {Op::kCvta, "cvta.to.global.u64 %d1, %d2;"},
    {Op::kDiv, "div.rn.f64 %e1, %e2, %e3;"},
    {Op::kEx2, "ex2.approx.f32 %f1, %f2;"},
    {Op::kExit, "exit;"},
    {Op::kFma, "fma.rn.f64 %e1, %e2, %e3, %e4;"},
    {Op::kIsspacep, "isspacep.shared %p1, %d1;"},
    {Op::kLd, "ld.global.v2.u32 {%r1, %r2}, [%d1+8];"},
    {Op::kLg2, "lg2.approx.ftz.f32 %f1, %f2;"},
    {Op::kMad, "mad.wide.u32 %d1, %r2, %r3, %d4;"},
    {Op::kMad24, "mad24.lo.u32 %r1, %r2, %r3, %r4;"},
    {Op::kMadc, "madc.hi.u32 %r1, %r2, %r3, %r4;"},
    {Op::kMatch, "match.any.sync.b32 %r1, %r2, -1;"},
    {Op::kMax, "max.f32 %f1, %f2, %f3;"},
    {Op::kMembar, "membar.gl;"},
    {Op::kMin, "min.u64 %d1, %d2, %d3;"},
    {Op::kMov, "mov.u32 %r1, %tid.x;"},
    {Op::kMul, "mul.lo.s32 %r1, %r2, %r3;"},
    {Op::kMul24, "mul24.hi.u32 %r1, %r2, %r3;"},
    {Op::kNanosleep, "nanosleep.u32 100;"},
    {Op::kNeg, "neg.f64 %e1, %e2;"},
    {Op::kNop, "nop;"},
    {Op::kNot, "not.pred %p1, %p2;"},
    {Op::kOr, "or.b16 %h1, %h2, %h3;"},
    {Op::kPopc, "popc.b32 %r1, %r2;"},
    {Op::kPrefetch, "prefetch.global.L2 [%d1];"},
    {Op::kPrmt, "prmt.b32 %r1, %r2, %r3, 0x5410;"},
    {Op::kRcp, "rcp.rn.f32 %f1, %f2;"},
    {Op::kRed, "red.shared.max.s32 [%r1], %r2;"},
    {Op::kRem, "rem.u32 %r1, %r2, %r3;"},
    {Op::kRet, "ret;"},
    {Op::kRsqrt, "rsqrt.approx.f32 %f1, %f2;"},
    {Op::kSad, "sad.u32 %r1, %r2, %r3, %r4;"},
    {Op::kSelp, "selp.b32 %r1, %r2, %r3, %p1;"},
    {Op::kSet, "set.lt.u32.f32 %r1, %f1, %f2;"},
    {Op::kSetp, "setp.ge.and.s32 %p1|%p2, %r1, %r2, %p3;"},
    {Op::kShf, "shf.l.wrap.b32 %r1, %r2, %r3, 7;"},
    {Op::kShfl, "shfl.sync.bfly.b32 %r1|%p1, %r2, 16, 31, -1;"},
    {Op::kShl, "shl.b32 %r1, %r2, 3;"},
    {Op::kShr, "shr.s64 %d1, %d2, %r3;"},
    {Op::kSin, "sin.approx.f32 %f1, %f2;"},
    {Op::kSlct, "slct.u32.s32 %r1, %r2, %r3, %r4;"},
    {Op::kSqrt, "sqrt.rn.f64 %e1, %e2;"},
    {Op::kSt, "st.shared.f32 [s+4], %f1;"},
    {Op::kSub, "sub.cc.u32 %r1, %r2, %r3;"},
    {Op::kSubc, "subc.u32 %r1, %r2, %r3;"},
    {Op::kTestp, "testp.finite.f32 %p1, %f1;"},
    {Op::kTrap, "trap;"},
    {Op::kVote, "vote.sync.ballot.b32 %r1, %p1, -1;"},
    {Op::kXor, "xor.b32 %r1, %r2, %r3;"},
    {Op::kBrx, "t: .branchtargets L; brx.idx %r1, t; L:"},
    {Op::kCall, "call callee;"},
    {Op::kDp2a, "dp2a.lo.u32.s32 %r1, %r2, %r3, %r4;"},
    {Op::kDp4a, "dp4a.s32.s32 %r1, %r2, %r3, %r4;"},
    {Op::kLdmatrix, "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r1, %r2}, [%r3];"},
    {Op::kLop3, "lop3.b32 %r1, %r2, %r3, %r4, 0x96;"},
    {Op::kMma, "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
               "{%f1,%f2,%f3,%f4}, {%r1,%r2}, {%r3}, {%f5,%f6,%f7,%f8};"},
    {Op::kRedux, "redux.sync.add.u32 %r1, %r2, -1;"},
    {Op::kSuld, "suld.b.2d.b32.trap {%r1}, [f, {%r2, %r3}];"},
    {Op::kSuq, "suq.width.b32 %r1, [f];"},
    {Op::kSured, "sured.b.add.2d.u32.trap [f, {%r1, %r2}], %r3;"},
    {Op::kSust, "sust.b.1d.b32.trap [f, {%r1}], {%r2};"},
    {Op::kTanh, "tanh.approx.f32 %f1, %f2;"},
    {Op::kTex, "tex.1d.v4.u32.s32 {%r1, %r2, %r3, %r4}, [t, {%r5}];"},
    {Op::kTld4, "tld4.r.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [t, {%f5, %f6}];"},
    {Op::kTxq, "txq.width.b32 %r1, [t];"},
    {Op::kVabsdiff4, "vabsdiff4.u32.u32.u32.add %r1, %r2, %r3, %r4;"},
    {Op::kWmma, "wmma.load.c.sync.aligned.row.m16n16k16.shared.f32 {%f1,%f2,%f3,%f4,%f5,%f6,%f7,%f8}, [%r1], %r2;"},
    {Op::kBmsk, "bmsk.wrap.b32 %r1, %r2, %r3;"},
    {Op::kFns, "fns.b32 %r1, %r2, %r3, %r4;"},
    {Op::kSzext, "szext.clamp.u32 %r1, %r2, %r3;"},
    {Op::kMovmatrix, "movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r2;"},
    {Op::kStmatrix, "stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%r1], {%r2, %r3};"},
    {Op::kCp, "cp.async.ca.shared.global [%r1], [%d1], 16;"},
    {Op::kMbarrier, "mbarrier.init.shared.b64 [%r1], 32;"},
    {Op::kRelssp, "relssp;"},
    {Op::kAcqreg, "acqreg;"},
    {Op::kRelreg, "relreg;"},
};

}  // namespace

TEST_CASE("Every row of the instruction table has a form that is accepted") {
  for (unsigned i = 0; i < kOps; ++i) {
    const auto op = static_cast<Op>(i);
    if (op == Op::kRuntime) continue;  // never written
    INFO(info(op).name);
    CHECK(info(op).supported);
    REQUIRE(kForms.count(op) == 1);
    const std::string module = ".global .texref t;\n.global .surfref f;\n.func callee() { ret; }\n" +
                               around(kForms.at(op));
    REQUIRE(refusal(module) == "");
    const Instruction first = parse(module, "k.ptx").kernels.at("k").instructions.at(0);
    CHECK((op_of(first) == op || op == Op::kWmma));  // wmma.load is replaced by other instructions
  }
}
