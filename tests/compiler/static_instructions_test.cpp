// The static description of each instruction that the SM receives.
#include "compiler/static_instructions.h"
#include "ptx/parser.h"

#include <catch2/catch.hpp>

#include "compiler/check_allocation.h"
#include "compiler/kernel_maker.h"
#include "support/prepare.h"

using namespace unibank;
using namespace unibank::compiler;

namespace {

using Numbers = std::vector<std::uint16_t>;

// A memory instruction appended to the kernel.
ptx::Instruction& memory(KernelMaker& make, ptx::Op op, ptx::StateSpace space, ptx::Type type,
                         std::vector<ptx::Operand> operands, unsigned destinations) {
  ptx::Instruction& made = make.op(op, {}, {});
  made.space = space;
  made.type = type;
  made.operands = std::move(operands);
  made.destinations = static_cast<std::uint8_t>(destinations);
  return made;
}

// The kernel with hand-chosen physical registers.
std::vector<StaticInstruction> described(KernelMaker& make, const Numbers& physical) {
  ptx::Kernel kernel = make.done();
  kernel.physical = physical;
  return static_instructions(kernel);
}

RegisterSet one_register(unsigned number) {
  RegisterSet set;
  set.add_register(number);
  return set;
}

RegisterSet one_predicate(unsigned number) {
  RegisterSet set;
  set.add_predicate(number);
  return set;
}

}  // namespace

TEST_CASE("A guarded vector load reads its address pair, writes its elements, and waits for its guard") {
  KernelMaker make;
  const auto p = make.predicate(), pointer = make.r64(), a = make.r32(), b = make.r32();
  make.guard(p, true);
  ptx::Instruction& load = memory(make, ptx::Op::kLd, ptx::StateSpace::kGlobal, ptx::Type::kF32,
                                  {KernelMaker::vector({a, b}), KernelMaker::address(pointer, -8)}, 1);
  load.vector = 2;
  load.location = {17, 5};
  const StaticInstruction what = described(make, {3, 4, 6, 7})[0];
  CHECK(what.pc == 0);
  CHECK(what.unit == Unit::kMemory);
  CHECK(what.space == Space::kGlobal);
  CHECK(what.memory == MemoryOp::kLoad);
  CHECK(what.bytes_per_lane == 8);
  CHECK(what.sources == Numbers{4, 5});
  CHECK(what.results == Numbers{6, 7});
  for (const unsigned number : {4u, 5u, 6u, 7u}) CHECK(what.touches.has_register(number));
  CHECK(what.touches.meets(one_predicate(3)));
  CHECK_FALSE(what.writes.meets(one_predicate(3)));
  CHECK(what.writes.meets(one_register(6)));
  CHECK_FALSE(what.writes.meets(one_register(4)));
}

TEST_CASE("A store reads address and data, and writes nothing") {
  KernelMaker make;
  const auto address = make.r32(), data = make.r64();
  memory(make, ptx::Op::kSt, ptx::StateSpace::kShared, ptx::Type::kF64,
         {KernelMaker::address(address), KernelMaker::operand(data)}, 0);
  const StaticInstruction what = described(make, {9, 2})[0];
  CHECK(what.space == Space::kScratchpad);
  CHECK(what.memory == MemoryOp::kStore);
  CHECK(what.bytes_per_lane == 8);
  CHECK(what.sources == Numbers{9, 2, 3});
  CHECK(what.results.empty());
  CHECK(what.writes.empty());
}

TEST_CASE("Spaces of memory instructions") {
  const std::vector<std::pair<ptx::StateSpace, Space>> spaces = {
      {ptx::StateSpace::kGlobal, Space::kGlobal},     {ptx::StateSpace::kGeneric, Space::kGlobal},
      {ptx::StateSpace::kShared, Space::kScratchpad}, {ptx::StateSpace::kLocal, Space::kLocal},
      {ptx::StateSpace::kConst, Space::kConstant},    {ptx::StateSpace::kParam, Space::kParameter}};
  for (const auto& [written, expected] : spaces) {
    KernelMaker make;
    const auto address = make.r64(), a = make.r32();
    memory(make, ptx::Op::kLd, written, ptx::Type::kU8, {KernelMaker::operand(a), KernelMaker::address(address)}, 1);
    const StaticInstruction what = described(make, {0, 2})[0];
    CHECK(what.space == expected);
    CHECK(what.bytes_per_lane == 1);
  }
}

TEST_CASE("atom returns the old value, red does not") {
  KernelMaker make;
  const auto address = make.r64(), a = make.r32(), old = make.r32();
  memory(make, ptx::Op::kAtom, ptx::StateSpace::kGlobal, ptx::Type::kU32,
         {KernelMaker::operand(old), KernelMaker::address(address), KernelMaker::operand(a)}, 1);
  memory(make, ptx::Op::kRed, ptx::StateSpace::kGlobal, ptx::Type::kU32,
         {KernelMaker::address(address), KernelMaker::operand(a)}, 0);
  const std::vector<StaticInstruction> all = described(make, {0, 2, 3});
  CHECK(all[0].memory == MemoryOp::kAtomic);
  CHECK(all[0].results == Numbers{3});
  CHECK(all[0].sources == Numbers{0, 1, 2});
  CHECK(all[1].memory == MemoryOp::kReduction);
  CHECK(all[1].results.empty());
}

TEST_CASE("Units: special functions and divisions, barriers, ends, and everything else") {
  KernelMaker make;
  const auto a = make.r32();
  for (const ptx::Op op : {ptx::Op::kEx2, ptx::Op::kLg2, ptx::Op::kSin, ptx::Op::kCos, ptx::Op::kRcp, ptx::Op::kRsqrt,
                           ptx::Op::kSqrt, ptx::Op::kDiv}) {
    make.op(op, {a}, {a});
  }
  for (const ptx::Op op : {ptx::Op::kMad, ptx::Op::kFma, ptx::Op::kCvt, ptx::Op::kSelp}) make.op(op, {a}, {a});
  make.op(ptx::Op::kMembar, {}, {});
  make.op(ptx::Op::kBar, {}, {}).variant = static_cast<std::uint8_t>(ptx::Barrier::kWarp);
  make.label("next");
  make.branch("next");
  make.op(ptx::Op::kBar, {}, {}).variant = static_cast<std::uint8_t>(ptx::Barrier::kSync);
  make.op(ptx::Op::kExit, {}, {});
  make.ret();
  const std::vector<StaticInstruction> all = described(make, {0});
  for (std::size_t pc = 0; pc < 8; ++pc) CHECK(all[pc].unit == Unit::kSfu);
  for (std::size_t pc = 8; pc < 15; ++pc) CHECK(all[pc].unit == Unit::kAlu);
  CHECK(all[15].unit == Unit::kBarrier);
  CHECK(all[16].unit == Unit::kExit);
  CHECK(all[17].unit == Unit::kExit);
  for (const StaticInstruction& what : all) CHECK(what.memory == MemoryOp::kNone);
}

TEST_CASE("A register that is a source twice is read once") {
  KernelMaker make;
  const auto a = make.r32(), b = make.r32(), p = make.predicate();
  make.op(ptx::Op::kMad, {b}, {a, a, b});
  make.op(ptx::Op::kSetp, {p}, {a, b});
  const std::vector<StaticInstruction> all = described(make, {5, 6, 1});
  CHECK(all[0].sources == Numbers{5, 6});
  CHECK(all[0].results == Numbers{6});
  CHECK(all[1].results.empty());
  CHECK(all[1].writes.meets(one_predicate(1)));
  CHECK(all[1].text == "setp");  // made by hand, without source text
}

TEST_CASE("From PTX text to the SM's view of an instruction") {
  ptx::Module module = ptx::parse(R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry scale(.param .u64 data, .param .u32 count)
{
  .reg .pred %p<2>;
  .reg .b32 %r<6>;
  .reg .b64 %rd<6>;
  .shared .align 16 .b8 tile[1024];
  ld.param.u64 %rd1, [data];
  ld.param.u32 %r1, [count];
  mov.u32 %r2, %tid.x;
  setp.ge.u32 %p1, %r2, %r1;
  @%p1 bra $end;
  mul.wide.u32 %rd2, %r2, 16;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd3];
  mov.u64 %rd4, tile;
  st.shared.v2.u32 [%rd4+8], {%r3, %r4};
  bar.sync 0;
  st.global.u32 [%rd3], %r2;
$end:
  ret;
}
)",
                                  "scale.ptx");
  ptx::Kernel& kernel = module.kernels.at("scale");
  prepare(kernel);
  CHECK(check_allocation(kernel).empty());
  // Live before the shared store: two address pairs, the two words of its data, and the last store's data.
  CHECK(kernel.registers_per_thread == 7);
  CHECK(kernel.predicates_per_thread == 1);
  CHECK(kernel.reconverge[4] == 13);  // only one side ends: the other does not wait for it
  const std::vector<StaticInstruction> all = static_instructions(kernel);
  REQUIRE(all.size() == 13);
  CHECK(all[0].space == Space::kParameter);
  CHECK(all[0].bytes_per_lane == 8);
  CHECK(all[0].sources.empty());
  CHECK(all[0].results.size() == 2);
  CHECK(all[7].bytes_per_lane == 16);
  CHECK(all[7].sources.size() == 2);
  CHECK(all[7].results.size() == 4);
  CHECK(all[8].text == "mov.u64 %rd4, tile (line 19)");
  CHECK(all[9].space == Space::kScratchpad);
  CHECK(all[9].bytes_per_lane == 8);
  CHECK(all[9].sources.size() == 4);
  CHECK(all[10].unit == Unit::kBarrier);
  CHECK(all[12].unit == Unit::kExit);
}

TEST_CASE("relssp is an instruction without registers that releases the scratchpad") {
  KernelMaker make;
  const auto p = make.predicate();
  make.guard(p).op(ptx::Op::kRelssp, {}, {});
  make.ret();
  const std::vector<StaticInstruction> all = described(make, {3});
  CHECK(all[0].release_scratchpad);
  CHECK(all[0].unit == Unit::kAlu);
  CHECK(all[0].memory == MemoryOp::kNone);
  CHECK(all[0].sources.empty());
  CHECK(all[0].results.empty());
  CHECK(all[0].touches.meets(one_predicate(3)));
  CHECK_FALSE(all[1].release_scratchpad);
}
