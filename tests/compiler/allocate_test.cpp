// Register counts of small kernels compared with the number of values live at once, and kernels that do not fit.
#include "compiler/allocate.h"

#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "compiler/check_allocation.h"
#include "compiler/kernel_maker.h"
#include "support/prepare.h"
#include "warp/warp_instruction.h"

using namespace unibank;
using namespace unibank::compiler;

namespace {

ptx::Kernel allocated(KernelMaker& make) {
  ptx::Kernel kernel = make.done();
  allocate(kernel);
  CHECK(check_allocation(kernel).empty());
  return kernel;
}

// `count` values written one after the other, then all read: all are live at once.
KernelMaker all_at_once(ptx::Type type, unsigned count) {
  KernelMaker make;
  KernelMaker::Registers registers;
  for (unsigned i = 0; i < count; ++i) {
    registers.push_back(make.reg(type));
    make.set(registers.back());
  }
  make.use(registers);
  return make;
}

}  // namespace

TEST_CASE("Values live at once take one register each, 64-bit ones two, predicates none") {
  for (const unsigned count : {1u, 7u, 100u}) {
    KernelMaker words = all_at_once(ptx::Type::kF32, count), halves = all_at_once(ptx::Type::kB16, count);
    KernelMaker pairs = all_at_once(ptx::Type::kF64, count);
    CHECK(allocated(words).registers_per_thread == count);
    CHECK(allocated(halves).registers_per_thread == count);
    CHECK(allocated(pairs).registers_per_thread == 2 * count);
  }
  KernelMaker predicates = all_at_once(ptx::Type::kPred, 5);
  const ptx::Kernel kernel = allocated(predicates);
  CHECK(kernel.registers_per_thread == 0);
  CHECK(kernel.predicates_per_thread == 5);
}

TEST_CASE("A chain of n values, each made from the one before, takes one register") {
  KernelMaker make;
  auto last = make.r32();
  make.set(last);
  for (int i = 0; i < 50; ++i) {
    const auto next = make.r32();
    make.op(ptx::Op::kAdd, {next}, {last});
    last = next;
  }
  make.use({last});
  CHECK(allocated(make).registers_per_thread == 1);
}

TEST_CASE("A sliding window of w values takes w registers") {
  for (const unsigned window : {2u, 5u, 16u}) {
    KernelMaker make;
    KernelMaker::Registers all;
    for (unsigned i = 0; i < 60; ++i) {
      if (i >= window) make.use({all[i - window]});
      all.push_back(make.r32());
      make.set(all.back());
    }
    CHECK(allocated(make).registers_per_thread == window);
  }
}

TEST_CASE("Pairs are aligned and do not waste the registers between them") {
  KernelMaker make;
  const auto a = make.r32(), pair = make.r64(), b = make.r32(), other = make.r64();
  for (const auto index : {a, pair, b, other}) make.set(index);
  make.use({a, pair, b, other});
  const ptx::Kernel kernel = allocated(make);
  CHECK(kernel.registers_per_thread == 6);
  CHECK(kernel.physical[static_cast<unsigned>(pair)] % 2 == 0);
  CHECK(kernel.physical[static_cast<unsigned>(other)] % 2 == 0);
}

TEST_CASE("Two arms of a branch share their registers") {
  KernelMaker make;
  const auto p = make.predicate(), result = make.r32();
  make.set(p);
  make.branch_if(p, "else");
  for (int arm = 0; arm < 2; ++arm) {
    KernelMaker::Registers values;
    for (int i = 0; i < 4; ++i) {
      values.push_back(make.r32());
      make.set(values.back());
    }
    make.op(ptx::Op::kAdd, {result}, values);
    if (arm == 0) make.branch("join");
    if (arm == 0) make.label("else");
  }
  make.label("join");
  make.use({result});
  const ptx::Kernel kernel = allocated(make);
  CHECK(kernel.registers_per_thread == 4);
  CHECK(kernel.predicates_per_thread == 1);
}

TEST_CASE("A value kept around a loop is not overwritten inside it") {
  KernelMaker make;
  const auto p = make.predicate(), kept = make.r32(), counter = make.r32();
  make.set(kept);
  make.set(counter);
  make.label("loop");
  const auto a = make.r32(), b = make.r32();
  make.op(ptx::Op::kAdd, {a}, {counter});
  make.op(ptx::Op::kAdd, {b}, {a, counter});
  make.op(ptx::Op::kAdd, {counter}, {a, b});
  make.op(ptx::Op::kSetp, {p}, {counter});
  make.branch_if(p, "loop");
  make.use({kept});
  const ptx::Kernel kernel = allocated(make);
  CHECK(kernel.registers_per_thread == 3);  // kept, a, and counter or b
  CHECK(kernel.physical[static_cast<unsigned>(kept)] != kernel.physical[static_cast<unsigned>(a)]);
}

TEST_CASE("A move whose source ends there becomes a move within one register") {
  KernelMaker make;
  const auto other = make.r32(), from = make.r32(), to = make.r32();
  make.set(other);
  make.set(from);
  make.use({other});
  make.op(ptx::Op::kMov, {to}, {from});
  make.use({to});
  const ptx::Kernel kernel = allocated(make);
  CHECK(kernel.physical[static_cast<unsigned>(to)] == kernel.physical[static_cast<unsigned>(from)]);
  CHECK(kernel.registers_per_thread == 2);
}

TEST_CASE("The largest instructions that fit and one more of each kind") {
  KernelMaker most = all_at_once(ptx::Type::kB32, kMaxRegisters);
  CHECK(allocated(most).registers_per_thread == kMaxRegisters);
  KernelMaker more = all_at_once(ptx::Type::kB64, kMaxRegisters / 2 + 1);
  ptx::Kernel kernel = more.done();
  CHECK_THROWS_WITH(allocate(kernel), 
                    "made.ptx: 'nop' of kernel 'made' needs 258 32-bit registers of a thread at once; there are 256");
  KernelMaker predicates = all_at_once(ptx::Type::kPred, kMaxPredicates + 1);
  kernel = predicates.done();
  CHECK_THROWS_AS(allocate(kernel), InputError);
  CHECK_THROWS_WITH(allocate(kernel), 
                    "made.ptx: 'nop' of kernel 'made' needs 65 predicates of a thread at once; there are 64");
}

TEST_CASE("An empty kernel and a kernel of unreachable code are prepared like others") {
  ptx::Kernel empty;
  prepare(empty);
  CHECK(empty.registers_per_thread == 0);
  KernelMaker make;
  const auto a = make.r32(), b = make.r64();
  make.ret();
  make.set(a);
  make.set(b);
  make.use({a, b});
  ptx::Kernel kernel = make.done();
  prepare(kernel);
  CHECK(check_allocation(kernel).empty());
  CHECK(kernel.reconverge == std::vector<std::uint32_t>(4, 4));
}

TEST_CASE("The verifier finds shared and misaligned and missing registers") {
  KernelMaker make;
  const auto a = make.r32(), b = make.r32(), pair = make.r64();
  for (const auto index : {a, b, pair}) make.set(index);
  make.use({a, b, pair});
  ptx::Kernel kernel = make.done();
  CHECK(check_allocation(kernel) == std::vector<std::string>{"the kernel is not allocated"});
  allocate(kernel);
  const std::vector<std::uint16_t> sound = kernel.physical;
  kernel.physical[0] = kernel.physical[1];
  CHECK_FALSE(check_allocation(kernel).empty());
  kernel.physical = sound;
  kernel.physical[static_cast<unsigned>(pair)] = 1;
  CHECK_FALSE(check_allocation(kernel).empty());
  kernel.physical = sound;
  kernel.registers_per_thread = 3;
  CHECK_FALSE(check_allocation(kernel).empty());
}
