// Where strands start: a test for each rule.
#include <algorithm>
#include <catch2/catch.hpp>

#include "compiler/link.h"
#include "compiler/placed_kernel.h"
#include "ptx/parser.h"

using namespace unibank;
using namespace unibank::compiler;

namespace {

using Starts = std::vector<unsigned>;
constexpr ptx::StateSpace kGlobal = ptx::StateSpace::kGlobal;

Starts starts_of(KernelMaker& make) { return starts(placed(make, levels(1, 4))); }

ptx::Kernel compiled_strands(const std::string& functions, const std::string& body) {
  CompileOptions options;
  options.hierarchy = levels(1, 4);
  const std::string text = ".version 7.0\n.target sm_70\n.address_size 64\n" + functions +
                           ".visible .entry k(.param .u64 out)\n{\n.reg .b32 %r<9>; .reg .b64 %rd<9>;\n" +
                           body + "}\n";
  return compile(ptx::parse(text, "strands.ptx"), "k", options);
}

std::uint32_t first(const ptx::Kernel& kernel, ptx::Op op) {
  for (std::uint32_t pc = 0; pc < kernel.instructions.size(); ++pc)
    if (ptx::op_of(kernel.instructions[pc]) == op) return pc;
  FAIL("no such instruction");
  return 0;
}

void shuffle(KernelMaker& make, std::int32_t result) { make.op(ptx::Op::kShfl, {result}, {}).modifiers = ptx::kSync; }

}  // namespace

TEST_CASE("A strand ends before the first use of a far load that it issued itself and not before other uses") {
  const std::vector<std::pair<ptx::StateSpace, bool>> spaces = {
      {kGlobal, true},  {ptx::StateSpace::kGeneric, true}, {ptx::StateSpace::kLocal, true},
      {ptx::StateSpace::kShared, false}, {ptx::StateSpace::kConst, false},  {ptx::StateSpace::kParam, false}};
  for (const auto& [space, far] : spaces) {
    KernelMaker make;
    const auto address = make.r64(), a = make.r32(), b = make.r32();
    load(make, space, a, address);
    make.set(b);
    make.use({b, a});
    make.use({a});
    make.ret();
    CHECK(starts_of(make) == (far ? Starts{0, 2} : Starts{0}));
  }
}

TEST_CASE("Results of textures and surfaces and of atomics on far memory end a strand at their first use") {
  for (const ptx::Op op : {ptx::Op::kTex, ptx::Op::kSuld, ptx::Op::kTxq, ptx::Op::kAtom}) {
    for (const ptx::StateSpace space : {kGlobal, ptx::StateSpace::kShared}) {
      KernelMaker make;
      const auto a = make.r32();
      make.op(op, {a}, {}).space = space;
      make.use({a});
      make.ret();
      const bool near = op == ptx::Op::kAtom && space == ptx::StateSpace::kShared;
      CHECK(starts_of(make) == (near ? Starts{0} : Starts{0, 1}));
    }
  }
}

TEST_CASE("Writing a register that waits for a load is a use of it") {
  KernelMaker make;
  const auto address = make.r64(), a = make.r32();
  load(make, kGlobal, a, address);
  make.set(a);
  make.ret();
  CHECK(starts_of(make) == Starts{0, 1});
}

TEST_CASE("A backward branch ends a strand and its target starts one") {
  KernelMaker make;
  const auto a = make.r32(), p = make.predicate();
  make.set(a);
  make.label("head");
  make.use({a});
  make.branch_if(p, "head");
  make.use({a});
  make.ret();
  CHECK(starts_of(make) == Starts{0, 1, 3});
}

TEST_CASE("A forward branch lies inside a strand") {
  KernelMaker make;
  const auto a = make.r32(), p = make.predicate();
  make.branch_if(p, "on");
  make.set(a);
  make.label("on");
  make.set(a);
  make.ret();
  CHECK(starts_of(make) == Starts{0});
}

TEST_CASE("A strand starts where a load is pending on one of several joining paths but not on all of them") {
  for (const bool both : {false, true}) {
    KernelMaker make;
    const auto address = make.r64(), a = make.r32(), b = make.r32(), p = make.predicate();
    make.branch_if(p, "else");
    load(make, kGlobal, a, address);
    make.branch("end");
    make.label("else");
    load(make, both ? kGlobal : ptx::StateSpace::kShared, a, address);
    make.label("end");
    make.set(b);
    make.ret();
    CHECK(starts_of(make) == (both ? Starts{0} : Starts{0, 4}));
  }
}

TEST_CASE("A strand ends at a barrier of the block and not at one of the warp") {
  for (const ptx::Barrier barrier : {ptx::Barrier::kSync, ptx::Barrier::kArrive, ptx::Barrier::kWarp}) {
    KernelMaker make;
    const auto a = make.r32();
    make.set(a);
    make.op(ptx::Op::kBar, {}, {}).variant = static_cast<std::uint8_t>(barrier);
    make.set(a);
    make.ret();
    CHECK(starts_of(make) == (barrier == ptx::Barrier::kWarp ? Starts{0} : Starts{0, 2}));
  }
}

TEST_CASE("A strand ends where the warp sleeps") {
  KernelMaker make;
  const auto a = make.r32();
  make.set(a);
  make.op(ptx::Op::kNanosleep, {}, {a});
  make.set(a);
  make.ret();
  CHECK(starts_of(make) == Starts{0, 2});
}

TEST_CASE("A strand ends behind a guarded exit") {
  KernelMaker make;
  const auto a = make.r32(), p = make.predicate();
  make.set(a);
  make.guard(p).ret();
  make.set(a);
  make.ret();
  CHECK(starts_of(make) == Starts{0, 2});
}

TEST_CASE("All targets of a brx start strands") {
  const ptx::Kernel kernel = compiled_strands("",
                                      "ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nT: .branchtargets A, B;\n"
                                      "brx.idx %r1, T;\nA:\nadd.s32 %r1, %r1, 1;\nB:\n"
                                      "st.global.u32 [%rd1], %r1;\nret;\n");
  const std::uint32_t brx = first(kernel, ptx::Op::kBrx);
  CHECK(starts(kernel) == Starts{0, brx + 1, brx + 2});
}

TEST_CASE("Strands end at calls and begin with functions") {
  const std::string function = ".func (.param .b32 r) f(.param .b32 a)\n{\n.reg .b32 %r<3>;\nld.param.b32 %r1, [a];\n"
                               "add.s32 %r2, %r1, 7;\nst.param.b32 [r], %r2;\nret;\n}\n";
  const std::string begin = "ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\n{\n.param .b32 a; .param .b32 r;\n"
                            "st.param.b32 [a], %r1;\n";
  const std::string end = "ld.param.b32 %r2, [r];\n}\nst.global.u32 [%rd1], %r2;\nret;\n";
  const ptx::Kernel direct = compiled_strands(function, begin + "call (r), f, (a);\n" + end);
  const std::uint32_t call = first(direct, ptx::Op::kCall);
  CHECK(starts(direct) == Starts{0, call + 1, direct.functions.at(0).first});
  // A call through a register is executed once for each function that lanes call, so it starts a strand too.
  const ptx::Kernel indirect =
      compiled_strands(function, begin + "mov.u64 %rd2, f;\nP: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
                                 "call (r), %rd2, (a), P;\n" + end);
  const Starts found = starts(indirect);
  CHECK(std::count(found.begin(), found.end(), first(indirect, ptx::Op::kCall)) == 1);
  CHECK(std::count(found.begin(), found.end(), first(indirect, ptx::Op::kCall) + 1) == 1);
}

TEST_CASE("A branch ends a strand if one side starts a strand and so do the branches around it") {
  KernelMaker make;
  const auto address = make.r64(), a = make.r32(), b = make.r32(), p = make.predicate(), q = make.predicate();
  make.branch_if(q, "outer");   // 0
  make.set(b);
  make.branch_if(p, "inner");   // 2
  load(make, kGlobal, a, address);
  make.use({a});                // 4: a strand start that the lanes at `inner` do not pass
  make.label("inner");
  make.set(b);
  make.label("outer");
  make.set(b);
  make.ret();
  CHECK(starts_of(make) == Starts{0, 1, 3, 4, 5, 6});
}

TEST_CASE("A branch to the end of the thread does not affect the strands of the remaining lanes") {
  KernelMaker make;
  const auto address = make.r64(), a = make.r32(), p = make.predicate();
  make.branch_if(p, "end");
  load(make, kGlobal, a, address);
  make.use({a});
  make.label("end");
  make.ret();
  CHECK(starts_of(make) == Starts{0, 2});
}

TEST_CASE("Whole-warp shuffles start strands if one of them is where the warp may be divided") {
  for (const bool inside : {false, true}) {
    KernelMaker make;
    const auto a = make.r32(), p = make.predicate();
    make.branch_if(p, "on");
    if (inside) shuffle(make, a);
    else make.set(a);
    make.label("on");
    make.set(a);
    shuffle(make, a);
    make.ret();
    CHECK(starts_of(make) == (inside ? Starts{0, 1, 2, 3} : Starts{0}));
  }
}
