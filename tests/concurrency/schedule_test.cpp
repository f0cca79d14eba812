// The dispatch interval of a warp that runs alone, and how often it accesses memory off the chip.
#include "concurrency/schedule.h"

#include <catch2/catch.hpp>
#include <cmath>

namespace unibank {
namespace {

StaticInstruction instruction(Unit unit, std::vector<unsigned> writes, std::vector<unsigned> reads) {
  StaticInstruction what;
  what.unit = unit;
  for (const unsigned number : writes) what.writes.add_register(number);
  for (const unsigned number : reads) what.touches.add_register(number);
  what.touches.add(what.writes);
  return what;
}

StaticInstruction alu(std::vector<unsigned> writes, std::vector<unsigned> reads) {
  return instruction(Unit::kAlu, std::move(writes), std::move(reads));
}

StaticInstruction load(Space space, std::vector<unsigned> writes, std::vector<unsigned> reads) {
  StaticInstruction what = instruction(Unit::kMemory, std::move(writes), std::move(reads));
  what.space = space;
  what.memory = MemoryOp::kLoad;
  return what;
}

StaticInstruction store(Space space, std::vector<unsigned> reads) {
  StaticInstruction what = load(space, {}, std::move(reads));
  what.memory = MemoryOp::kStore;
  return what;
}

Design::Sm with_latency(unsigned alu) {
  Design::Sm sm;
  sm.alu_latency = alu;
  return sm;
}

}  // namespace

TEST_CASE("figure 4 scenario A: an instruction that needs the one before it is dispatched three cycles later") {
  const std::vector<StaticInstruction> chain = {alu({1}, {}), alu({2}, {1}), alu({3}, {2}), alu({4}, {3})};
  CHECK(mean_dispatch_interval(chain, with_latency(3)) == 3);
  CHECK(mean_dispatch_interval(chain, with_latency(9)) == 9);
}

TEST_CASE("figure 4 scenario B: independent instructions are dispatched every cycle") {
  const std::vector<StaticInstruction> apart = {alu({1}, {}), alu({2}, {}), alu({3}, {}), alu({4}, {})};
  CHECK(mean_dispatch_interval(apart, with_latency(3)) == 1);
}

TEST_CASE("independent instructions fill the time of one that others wait for") {
  // Dispatched at 0, 1 and 2, and then at 9, because the fourth needs the first's result.
  const std::vector<StaticInstruction> code = {alu({1}, {}), alu({2}, {}), alu({3}, {}), alu({4}, {1})};
  CHECK(mean_dispatch_interval(code, with_latency(9)) == 3);
}

TEST_CASE("a register or predicate that is still to be written is not written again") {
  CHECK(mean_dispatch_interval({alu({1}, {}), alu({1}, {})}, with_latency(9)) == 9);
  StaticInstruction compare = alu({}, {}), branch = alu({}, {});
  compare.writes.add_predicate(0);
  branch.touches.add_predicate(0);
  CHECK(mean_dispatch_interval({compare, branch}, with_latency(9)) == 9);
}

TEST_CASE("special functions and constants have latencies of their own") {
  Design::Sm sm = with_latency(9);
  sm.special_function_latency = 20;
  sm.constant_latency = 5;
  CHECK(mean_dispatch_interval({instruction(Unit::kSfu, {1}, {}), alu({2}, {1})}, sm) == 20);
  CHECK(mean_dispatch_interval({load(Space::kConstant, {1}, {}), alu({2}, {1})}, sm) == 5);
  CHECK(mean_dispatch_interval({load(Space::kParameter, {1}, {}), alu({2}, {1})}, sm) == 5);
}

TEST_CASE("a use of a loaded value has no latency that is known before the program runs") {
  for (const Space space : {Space::kGlobal, Space::kLocal, Space::kScratchpad}) {
    CHECK(mean_dispatch_interval({load(space, {1}, {}), alu({2}, {1})}, with_latency(9)) == 1);
  }
  CHECK(mean_dispatch_interval({instruction(Unit::kTexture, {1}, {}), alu({2}, {1})}, with_latency(9)) == 1);
}

TEST_CASE("code of one instruction or none has an interval of one") {
  CHECK(mean_dispatch_interval({}, with_latency(9)) == 1);
  CHECK(mean_dispatch_interval({alu({1}, {})}, with_latency(9)) == 1);
}

TEST_CASE("loads and stores and atomics of global and local memory leave the chip") {
  StaticInstruction atomic = load(Space::kGlobal, {1}, {});
  atomic.memory = MemoryOp::kAtomic;
  StaticInstruction spill = store(Space::kLocal, {1});
  spill.spill = true;
  const InstructionCounts counts = count_instructions(
      {load(Space::kGlobal, {1}, {}), load(Space::kLocal, {1}, {}), store(Space::kGlobal, {1}), atomic, spill,
       load(Space::kScratchpad, {1}, {}), store(Space::kScratchpad, {1}), load(Space::kConstant, {1}, {}),
       load(Space::kParameter, {1}, {}), instruction(Unit::kTexture, {1}, {}), alu({1}, {}),
       instruction(Unit::kBarrier, {}, {}), instruction(Unit::kExit, {}, {})});
  CHECK(counts.off_chip == 5);
  CHECK(counts.others == 8);
}

TEST_CASE("a spill is off the chip in local memory and on it in the scratchpad") {
  StaticInstruction spill = store(Space::kScratchpad, {1});
  spill.spill = true;
  CHECK_FALSE(spills_to_local_memory({spill, store(Space::kLocal, {1})}));  // the second is no spill
  spill.space = Space::kLocal;
  CHECK(spills_to_local_memory({alu({1}, {}), spill}));
}

TEST_CASE("cycles of dispatch for an instruction that leaves the chip") {
  CHECK(cycles_an_off_chip_instruction({4, 100}, 3) == 75);
  CHECK(std::isinf(cycles_an_off_chip_instruction({0, 100}, 3)));
}

}  // namespace unibank
