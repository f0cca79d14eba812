// Warps and blocks of an SM: which warps are ready, why others wait, when a barrier opens, when a block retires.
#include <catch2/catch.hpp>

#include "sm/warp_table.h"

using namespace unibank;

namespace {

StaticInstruction instruction(std::vector<unsigned> results, std::vector<unsigned> sources) {
  StaticInstruction made;
  for (unsigned source : sources) made.touches.add_register(source);
  for (unsigned result : results) made.writes.add_register(result);
  made.touches.add(made.writes);
  return made;
}

const StaticInstruction kWriteOne = instruction({1}, {0});   // r1 = f(r0)
const StaticInstruction kReadOne = instruction({2}, {1});    // r2 = f(r1)
const StaticInstruction kOther = instruction({4}, {3});      // r4 = f(r3)

WarpInstruction shown(const StaticInstruction& what) {
  WarpInstruction next;
  next.decoded = &what;
  return next;
}

const WarpInstruction kNextReadsOne = shown(kReadOne), kNextOther = shown(kOther), kNextWritesOne = shown(kWriteOne);

InFlight flight(unsigned warp, bool long_latency = false) {
  InFlight issued;
  issued.decoded = &kWriteOne;
  issued.warp = warp;
  issued.long_latency = long_latency;
  return issued;
}

// Two block slots of `warps` warps; block slot 0 is resident, and each of its warps has an instruction that may issue.
WarpTable table_of(unsigned warps, unsigned schedulers = 1) {
  WarpTable table(32, schedulers);
  table.reset(warps, 2);
  table.start_block(0);
  for (unsigned warp = 0; warp < warps; ++warp) table.show(warp, &kNextOther);
  return table;
}

}  // namespace

TEST_CASE("without blocks no warp is resident") {
  WarpTable table(32, 1);
  table.reset(4, 3);
  CHECK(table.resident_blocks() == 0);
  CHECK(table.block_slots() == 3);
  CHECK(table.free_slot() == 0);
  CHECK(table.view(0).resident == 0);
  CHECK(table.state(0) == WarpState::kEmpty);
}

TEST_CASE("a block's warps become resident and ready with their first instruction") {
  WarpTable table = table_of(4);
  CHECK(table.resident_blocks() == 1);
  CHECK(table.free_slot() == 1);
  CHECK(table.view(0).resident == 0xf);
  CHECK(table.view(0).ready == 0xf);
  table.start_block(1);
  for (unsigned warp = 4; warp < 8; ++warp) table.show(warp, &kNextOther);
  CHECK(table.free_slot() == -1);
  CHECK(table.view(0).ready == 0xff);
  CHECK(table.block_of(3) == 0);
  CHECK(table.block_of(4) == 1);
}

TEST_CASE("an older warp has the smaller age even in a higher slot") {
  WarpTable table = table_of(1);
  table.start_block(1);
  table.show(1, &kNextOther);
  table.show(0, nullptr);
  table.finish_block(0);
  table.start_block(0);
  table.show(0, &kNextOther);
  CHECK(table.view(0).age[1] < table.view(0).age[0]);
}

TEST_CASE("a scheduler's view counts the warps that have started, whose ages are new") {
  WarpTable table(32, 2);
  table.reset(4, 2);
  CHECK(table.view(0).started == 0);
  table.start_block(0);
  CHECK(table.view(0).started == 2);
  CHECK(table.view(1).started == 2);
  const std::uint64_t age = table.view(0).age[0];
  table.start_block(0);  // the block has ended, and another one takes its slot
  CHECK(table.view(0).started == 4);
  CHECK(table.view(0).age[0] > age);
  table.reset(4, 2);
  CHECK(table.view(0).started == 0);
}

TEST_CASE("a warp waits until the register it reads has been written") {
  WarpTable table = table_of(1);
  const InFlight writer = flight(0);
  table.issued(writer);
  table.show(0, &kNextReadsOne);
  CHECK(table.state(0) == WarpState::kShortWait);
  CHECK(table.view(0).short_wait == 1);
  CHECK(table.view(0).ready == 0);
  table.completed(writer);
  CHECK(table.state(0) == WarpState::kReady);
  CHECK(table.view(0).short_wait == 0);
}

TEST_CASE("a register that is still to be written may not be written again") {
  WarpTable table = table_of(1);
  const InFlight writer = flight(0);
  table.issued(writer);
  table.show(0, &kNextWritesOne);
  CHECK(table.state(0) == WarpState::kShortWait);
}

TEST_CASE("a warp waits at once for a load that only a later instruction of its strand uses") {
  StaticInstruction starts = kOther;
  starts.strand_touches = kReadOne.touches;
  const WarpInstruction next = shown(starts);
  WarpTable table = table_of(1);
  const InFlight load = flight(0, true);
  table.issued(load);
  table.show(0, &next);
  CHECK(table.state(0) == WarpState::kLongWait);
  table.completed(load);
  CHECK(table.state(0) == WarpState::kReady);
}

TEST_CASE("a warp goes on when a later instruction of its strand waits for a unit of the SM") {
  StaticInstruction starts = kOther;
  starts.strand_touches = kReadOne.touches;
  const WarpInstruction next = shown(starts);
  WarpTable table = table_of(1);
  table.issued(flight(0));
  table.show(0, &next);
  CHECK(table.state(0) == WarpState::kReady);
}

TEST_CASE("an instruction that touches other registers does not wait") {
  WarpTable table = table_of(1);
  table.issued(flight(0));
  table.show(0, &kNextOther);
  CHECK(table.state(0) == WarpState::kReady);
}

TEST_CASE("a value from memory is a long wait and one from a unit a short one") {
  WarpTable table = table_of(2);
  const InFlight load = flight(0, true), unit = flight(1);
  table.issued(load);
  table.show(0, &kNextReadsOne);
  table.issued(unit);
  table.show(1, &kNextReadsOne);
  CHECK(table.state(0) == WarpState::kLongWait);
  CHECK(table.state(1) == WarpState::kShortWait);
  CHECK(table.view(0).long_wait == 0b01);
  CHECK(table.view(0).short_wait == 0b10);
  table.completed(load);
  CHECK(table.view(0).ready == 0b01);
}

TEST_CASE("a blocked warp waits even if its instruction is ready") {
  WarpTable table = table_of(1);
  table.block(0);
  CHECK(table.state(0) == WarpState::kShortWait);
  table.unblock(0);
  CHECK(table.state(0) == WarpState::kReady);
}

TEST_CASE("a barrier opens when the last warp of the block arrives") {
  WarpTable table = table_of(3);
  table.arrive_at_barrier(1);
  table.open_barriers();
  table.arrive_at_barrier(0);
  table.open_barriers();
  CHECK(table.view(0).at_barrier == 0b011);
  CHECK(table.view(0).ready == 0b100);
  table.arrive_at_barrier(2);
  table.open_barriers();
  CHECK(table.view(0).at_barrier == 0);
  CHECK(table.view(0).ready == 0b111);
  table.arrive_at_barrier(2);
  table.open_barriers();
  CHECK(table.view(0).at_barrier == 0b100);  // the next barrier begins with no warp
}

TEST_CASE("a block of one warp never waits at a barrier") {
  WarpTable table = table_of(1);
  table.arrive_at_barrier(0);
  table.open_barriers();
  CHECK(table.state(0) == WarpState::kReady);
}

TEST_CASE("a barrier with a latency shows which of its warps wait for the latency alone") {
  WarpTable table = table_of(3);
  table.arrive_at_barrier(0);
  table.arrive_at_barrier(1);
  CHECK(table.take_released().empty());
  table.arrive_at_barrier(2);
  CHECK(table.view(0).opening == 0);  // a scheduler that follows in this cycle does not see it yet
  for (const unsigned warp : table.take_released()) table.opens_later(warp);
  CHECK(table.view(0).at_barrier == 0b111);
  CHECK(table.view(0).opening == 0b111);
  table.open_barrier(1);
  CHECK(table.view(0).at_barrier == 0b101);
  CHECK(table.view(0).opening == 0b101);
}

TEST_CASE("warps that have ended are not waited for: those that ended before the barrier") {
  WarpTable table = table_of(3);
  table.show(2, nullptr);
  table.arrive_at_barrier(0);
  table.open_barriers();
  table.arrive_at_barrier(1);
  table.open_barriers();
  CHECK(table.view(0).ready == 0b011);
}

TEST_CASE("warps that have ended are not waited for: the last running warp opens the barrier by ending") {
  WarpTable table = table_of(3);
  table.arrive_at_barrier(0);
  table.arrive_at_barrier(1);
  CHECK(table.view(0).at_barrier == 0b011);
  table.show(2, nullptr);
  table.open_barriers();
  CHECK(table.view(0).at_barrier == 0);
  CHECK(table.view(0).ready == 0b011);
}

TEST_CASE("another block's barrier opens nothing") {
  WarpTable table = table_of(2);
  table.start_block(1);
  table.show(2, &kNextOther);
  table.show(3, &kNextOther);
  table.arrive_at_barrier(0);
  table.arrive_at_barrier(2);
  table.arrive_at_barrier(3);
  table.open_barriers();
  CHECK(table.view(0).at_barrier == 0b0001);
  CHECK(table.view(0).ready == 0b1110);
}

TEST_CASE("a warp that has ended drains until its last instruction is complete and then its block retires once") {
  WarpTable table = table_of(2);
  const InFlight store = flight(0);
  table.issued(store);
  table.show(0, nullptr);
  table.show(1, nullptr);
  CHECK(table.state(0) == WarpState::kDraining);
  CHECK(table.draining(0));
  CHECK_FALSE(table.drained(0));
  CHECK(table.drained(1));
  CHECK(table.view(0).resident == 0);
  CHECK(table.drained_blocks().empty());
  table.completed(store);
  CHECK(table.drained(0));
  CHECK(table.drained_blocks() == std::vector<unsigned>{0});
  table.finish_block(0);
  CHECK(table.resident_blocks() == 0);
  CHECK(table.free_slot() == 0);
  CHECK(table.state(0) == WarpState::kEmpty);
  CHECK_FALSE(table.draining(0));
}

TEST_CASE("warp w belongs to scheduler w mod schedulers") {
  WarpTable table = table_of(6, 4);
  CHECK(table.view(0).ready == 0b11);  // warps 0 and 4
  CHECK(table.view(1).ready == 0b11);  // warps 1 and 5
  CHECK(table.view(2).ready == 0b01);
  CHECK(table.view(3).ready == 0b01);
  CHECK(table.warp_of(1, 1) == 5);
  table.block(5);
  CHECK(table.view(1).ready == 0b01);
  CHECK(table.view(1).short_wait == 0b10);
}

TEST_CASE("a barrier counts the warps of all schedulers") {
  WarpTable table = table_of(4, 2);
  table.arrive_at_barrier(0);
  table.arrive_at_barrier(2);
  CHECK(table.view(0).at_barrier == 0b11);
  table.arrive_at_barrier(1);
  table.arrive_at_barrier(3);
  table.open_barriers();
  CHECK(table.view(0).ready == 0b11);
  CHECK(table.view(1).ready == 0b11);
}

TEST_CASE("a numbered barrier opens for its own warps and leaves the others waiting") {
  WarpTable table = table_of(4);
  table.arrive_at_barrier(0);
  table.arrive_at_barrier(1, {2, true, 64});
  table.open_barriers();
  CHECK(table.view(0).at_barrier == 0b0011);
  CHECK(table.barrier_of(0) == 0);
  CHECK(table.barrier_of(1) == 2);
  table.arrive_at_barrier(3, {2, true, 64});
  table.open_barriers();
  CHECK(table.view(0).at_barrier == 0b0001);
  CHECK(table.view(0).ready == 0b1110);
}

TEST_CASE("an arrival that does not wait counts and the warp stays ready") {
  WarpTable table = table_of(2);
  table.arrive_at_barrier(1, {1, false, 64});
  CHECK(table.view(0).ready == 0b11);
  table.arrive_at_barrier(0, {1, true, 64});
  CHECK(table.view(0).at_barrier == 0b01);
  table.open_barriers();
  CHECK(table.view(0).ready == 0b11);
}

TEST_CASE("a warp that arrives twice in a cycle counts once for each of two openings") {
  WarpTable table = table_of(3);
  table.arrive_at_barrier(0, {1, true, 64});
  table.arrive_at_barrier(2, {1, false, 64});  // opens
  table.arrive_at_barrier(2, {1, false, 64});  // the first arrival at the next one
  table.open_barriers();
  CHECK(table.view(0).ready == 0b111);
  table.arrive_at_barrier(1, {1, true, 64});
  table.open_barriers();
  CHECK(table.view(0).ready == 0b111);
}

TEST_CASE("a warp whose last instruction is a barrier does not count for one that has not arrived") {
  WarpTable table = table_of(3);
  table.arrive_at_barrier(0);
  table.arrive_at_barrier(1);
  table.show(1, nullptr);
  table.open_barriers();
  CHECK(table.state(0) == WarpState::kBarrier);
  table.arrive_at_barrier(2);
  table.open_barriers();
  CHECK(table.view(0).ready == 0b101);
}
