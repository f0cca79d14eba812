// Which registers hold values, on code that writes a register more than once.
#include "compiler/liveness.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "compiler/kernel_maker.h"

using namespace unibank;
using namespace unibank::compiler;

namespace {

struct Facts {
  explicit Facts(const ptx::Kernel& kernel)
      : flow(control_flow(kernel)), use(register_use(kernel)), live(liveness(flow, use)) {}
  ControlFlow flow;
  RegisterUse use;
  Liveness live;

  bool live_in(std::uint32_t block, std::int32_t index) const { return has(live.live_in, block, index); }
  bool live_out(std::uint32_t block, std::int32_t index) const { return has(live.live_out, block, index); }

 private:
  bool has(const BitMatrix& sets, std::uint32_t block, std::int32_t index) const {
    const auto found = std::find(use.number.begin(), use.number.end(), static_cast<std::uint32_t>(index));
    return found != use.number.end() && sets.get(block, static_cast<std::size_t>(found - use.number.begin()));
  }
};

}  // namespace

TEST_CASE("Reads and writes: guard, address, vector elements, each once") {
  KernelMaker make;
  const auto p = make.predicate(), address = make.r64(), a = make.r32(), b = make.r32();
  ptx::Instruction& load = make.guard(p).op(ptx::Op::kLd, {}, {});
  load.operands = {KernelMaker::vector({a, b}), KernelMaker::address(address, 8)};
  load.destinations = 1;
  make.op(ptx::Op::kAdd, {a}, {b, b});
  const ptx::Kernel kernel = make.done();
  const Access access = access_of(kernel.instructions[0]);
  CHECK(access.reads == std::vector<std::uint32_t>{0, 1});
  CHECK(access.writes == std::vector<std::uint32_t>{2, 3});
  CHECK_FALSE(access.certain);
  CHECK(access_of(kernel.instructions[1]).reads == std::vector<std::uint32_t>{3});
}

TEST_CASE("Registers that no instruction names are not numbered") {
  KernelMaker make;
  for (int i = 0; i < 100; ++i) make.r32();
  const auto a = make.r64();
  make.set(a);
  const RegisterUse use = register_use(make.done());
  REQUIRE(use.size() == 1);
  CHECK(use.number[0] == 100);
  CHECK(use.units[0] == 2);
}

TEST_CASE("A value written in both arms and read after the join is live behind the writes and not before them") {
  KernelMaker make;
  const auto p = make.predicate(), a = make.r32();
  make.set(p);
  make.branch_if(p, "else");  // block 0
  make.set(a);                // block 1
  make.branch("join");
  make.label("else");
  make.set(a);  // block 2
  make.label("join");
  make.use({a});  // block 3
  const Facts facts(make.done());
  CHECK_FALSE(facts.live_in(1, a));
  CHECK(facts.live_out(1, a));
  CHECK_FALSE(facts.live_in(2, a));
  CHECK(facts.live_out(2, a));
  CHECK(facts.live_in(3, a));
  CHECK_FALSE(facts.live_out(0, a));
}

TEST_CASE("A loop counter stays live around the loop, a value of one round does not") {
  KernelMaker make;
  const auto p = make.predicate(), counter = make.r32(), round = make.r32();
  make.set(counter);
  make.label("loop");  // block 1
  make.op(ptx::Op::kAdd, {round}, {counter, counter});
  make.op(ptx::Op::kAdd, {counter}, {counter, round});
  make.op(ptx::Op::kSetp, {p}, {counter});
  make.branch_if(p, "loop");
  make.ret();  // block 2
  const Facts facts(make.done());
  CHECK(facts.live_in(1, counter));
  CHECK(facts.live_out(1, counter));
  CHECK_FALSE(facts.live_in(1, round));
  CHECK_FALSE(facts.live_out(1, round));
  CHECK_FALSE(facts.live_in(2, counter));
  CHECK(facts.live.max_registers == 2);
  CHECK(facts.live.max_predicates == 1);
}

TEST_CASE("A guarded write does not end the old value") {
  KernelMaker make;
  const auto p = make.predicate(), q = make.predicate(), a = make.r32();
  make.set(p);
  make.set(a);
  make.branch_if(q, "next");  // block 0
  make.label("next");
  make.guard(p).set(a);  // block 1
  make.use({a});
  const Facts facts(make.done());
  CHECK(facts.live_out(0, a));
  CHECK(facts.live_in(1, a));
  CHECK(facts.live_in(1, p));
}

TEST_CASE("Before its first write a register needs no place even if that write is guarded") {
  KernelMaker make;
  const auto p = make.predicate(), a = make.r32(), b = make.r32();
  make.set(b);  // b ends before a begins
  make.use({b});
  make.guard(p).set(a);
  make.guard(p, true).set(a);
  make.use({a});
  CHECK(Facts(make.done()).live.max_registers == 1);
}

TEST_CASE("A read of a register that is never written keeps nothing live") {
  KernelMaker make;
  const auto a = make.r32(), b = make.r32();
  make.set(b);
  make.use({a, b});
  const Facts facts(make.done());
  CHECK(facts.live.max_registers == 1);
}

TEST_CASE("A result that is never read needs a register while it is written") {
  KernelMaker make;
  const auto a = make.r32(), unread = make.r64();
  make.set(a);
  make.set(unread);
  make.use({a});
  CHECK(Facts(make.done()).live.max_registers == 3);
}
