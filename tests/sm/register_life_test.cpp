// Live registers and holes: worked out by hand, compared with a count over every cycle, and for whole warps in an Sm.
#include "sm/measures.h"
#include "sm/register_life.h"

#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "support/forked.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

constexpr unsigned kToOperands = 2; // cycles from issue until the operands are there
constexpr unsigned kCapacity = 256 * 1024 / 128;

// An instruction in flight, as an Sm holds it.
struct StepInFlight {
  StaticInstruction what;
  InFlight on_its_way;
  StepInFlight(unsigned warp, std::uint64_t sequence, std::vector<std::uint16_t> results,
               std::vector<std::uint16_t> dead_after, LaneMask active = kAllLanes, LaneMask live = kAllLanes) {
    what.results = std::move(results);
    what.dead_after = std::move(dead_after);
    on_its_way.decoded = &what;
    on_its_way.warp = warp;
    on_its_way.sequence = sequence;
    on_its_way.active = active;
    on_its_way.live = live;
  }
  StepInFlight(const StepInFlight&) = delete;
};

RegisterLife::Layout layout(unsigned warps, unsigned registers, unsigned capacity = 64, bool shared = false) {
  RegisterLife::Layout one;
  one.warps = warps;
  one.registers_per_thread = registers;
  one.capacity = capacity;
  one.shared = shared;
  return one;
}

void read(RegisterLife& life, const StepInFlight& step, Cycle now) {
  life.operands_read(step.on_its_way, now, [](unsigned) {});
}

// Two instructions of warp 0: the first writes register 3, the second is its last read.
void write_and_read_last(RegisterLife& life, LaneMask active, LaneMask live) {
  const StepInFlight writes(0, 1, {3}, {}), reads(0, 2, {}, {3}, active, live);
  life.issued(writes.on_its_way);
  life.written(writes.on_its_way, 1);
  life.issued(reads.on_its_way);
  read(life, reads, 2);
}

// Random register events, cycle by cycle, with sums that are updated in every cycle.
class Clockwork {
 public:
  void run(unsigned seed) {
    std::mt19937 dice(seed);
    life.reset(layout(kWarps, kRegisters), 0);
    for (Cycle now = 0; now < kCycles; ++now) {
      for (unsigned events = dice() % 3; events > 0; --events) event(dice, now);
      allocated_cycles += kRegisters * resident.size();
      for (const auto& [warp, registers] : live) live_cycles += registers.size();
    }
    life.account(kCycles);
  }

  static constexpr unsigned kWarps = 4, kRegisters = 6;
  static constexpr Cycle kCycles = 400;
  RegisterLife life;
  std::uint64_t allocated_cycles = 0, live_cycles = 0;

 private:
  void event(std::mt19937& dice, Cycle now) {
    const unsigned warp = dice() % kWarps;
    if (resident.count(warp) == 0) {
      resident.insert(warp);
      return life.block_started(1, now);
    }
    const auto number = static_cast<std::uint16_t>(dice() % kRegisters);
    switch (dice() % 8) {
      case 0:
        live.erase(warp);
        life.warp_ended(warp, now);
        resident.erase(warp);
        return life.block_finished(1, now);
      case 1:
      case 2: {
        const StepInFlight reads(warp, ++sequence, {}, {number});
        life.issued(reads.on_its_way);
        live[warp].erase(number);
        return read(life, reads, now);
      }
      default: {
        const StepInFlight writes(warp, ++sequence, {number}, {});
        life.issued(writes.on_its_way);
        live[warp].insert(number);
        return life.written(writes.on_its_way, now);
      }
    }
  }

  std::uint64_t sequence = 0;
  std::set<unsigned> resident;
  std::map<unsigned, std::set<unsigned>> live;
};

}  // namespace

TEST_CASE("registers are live from the cycle that writes them to the one that has read them last") {
  RegisterLife life;
  life.reset(layout(2, 16), 100);
  life.block_started(2, 110);
  const StepInFlight writes(1, 5, {3, 4}, {}), reads(1, 6, {}, {3});
  life.issued(writes.on_its_way);
  life.written(writes.on_its_way, 120);
  life.issued(reads.on_its_way);
  CHECK(life.live() == 2);
  read(life, reads, 150);
  CHECK(life.live() == 1);
  CHECK_FALSE(life.is_live(1, 3));
  CHECK(life.is_live(1, 4));
  life.warp_ended(1, 160);
  life.block_finished(2, 170);
  life.account(200);
  CHECK(life.counters().live_cycles == (150 - 120) + (160 - 120));
  CHECK(life.counters().allocated_cycles == 2 * 16 * (170 - 110));
  CHECK(life.counters().capacity_cycles == 64 * (200 - 100));
}

TEST_CASE("a second launch begins with nothing live and adds to the sums") {
  RegisterLife life;
  for (const Cycle start : {10u, 50u}) {
    life.reset(layout(1, 4), start);
    life.block_started(1, start);
    const StepInFlight writes(0, 1, {0}, {});
    life.issued(writes.on_its_way);
    life.written(writes.on_its_way, start + 5);
    life.account(start + 10);
  }
  CHECK(life.counters().live_cycles == 2 * 5);
  CHECK(life.counters().allocated_cycles == 2 * 4 * 10);
  CHECK(life.counters().capacity_cycles == 2 * 64 * 10);
}

TEST_CASE("a value partly overwritten by some lanes stays one live register") {
  RegisterLife life;
  life.reset(layout(1, 4), 0);
  for (const std::uint64_t sequence : {1u, 2u}) {
    const StepInFlight writes(0, sequence, {0}, {}, sequence == 1 ? kAllLanes : kFirstHalf);
    life.issued(writes.on_its_way);
    life.written(writes.on_its_way, 10 * sequence);
  }
  CHECK(life.live() == 1);
  life.account(30);
  CHECK(life.counters().live_cycles == 30 - 10);
}

TEST_CASE("a register dies only when all lanes that have not ended pass its last read") {
  const struct {
    LaneMask active, live;
    bool dies;
  } cases[] = {
      {kAllLanes, kAllLanes, true},
      {kFirstHalf, kAllLanes, false},  // the other half is yet to come
      {kFirstHalf, kFirstHalf, true},  // the other half has ended
      {kAllLanes ^ 1, kAllLanes, false},
      {kAllLanes ^ 1, kAllLanes ^ 1, true},
      {kSecondHalf, kFirstHalf | kSecondHalf, false},
  };
  for (const auto& one : cases) {
    RegisterLife life;
    life.reset(layout(1, 8), 0);
    write_and_read_last(life, one.active, one.live);
    CHECK(life.is_live(0, 3) == !one.dies);
  }
}

TEST_CASE("a last read does not end a value that a later instruction writes") {
  RegisterLife life;
  life.reset(layout(1, 8), 0);
  const StepInFlight reads(0, 1, {}, {3}), writes(0, 2, {3}, {});
  life.issued(reads.on_its_way);
  life.issued(writes.on_its_way);
  life.written(writes.on_its_way, 5);  // the value is written before the operand is read
  read(life, reads, 6);
  CHECK(life.is_live(0, 3));
}

TEST_CASE("a register that is read last and written by one instruction dies between the two") {
  RegisterLife life;
  life.reset(layout(1, 8), 0);
  const StepInFlight first(0, 1, {3}, {}), both(0, 2, {3}, {3});
  life.issued(first.on_its_way);
  life.written(first.on_its_way, 10);
  life.issued(both.on_its_way);
  unsigned told = 0;
  life.operands_read(both.on_its_way, 20, [&](unsigned number) { told += number; });
  CHECK(told == 3);
  CHECK(life.live() == 0);
  life.written(both.on_its_way, 28);
  CHECK(life.live() == 1);
  life.account(30);
  CHECK(life.counters().live_cycles == (20 - 10) + (30 - 28));
}

TEST_CASE("registers that share allocated ones count at most those and never die early") {
  RegisterLife life;
  life.reset(layout(1, 4, 64, true), 0);
  const StepInFlight writes(0, 1, {1, 5, 6}, {}), reads(0, 2, {}, {5});
  life.issued(writes.on_its_way);
  life.written(writes.on_its_way, 1);
  CHECK(life.live() == 2);  // 1 and 5 are the same one of four
  read(life, reads, 2);
  CHECK(life.live() == 2);
}

TEST_CASE("the sums are those of a count over every cycle") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Clockwork clockwork;
    clockwork.run(seed);
    INFO("seed " << seed);
    CHECK(clockwork.live_cycles > 0);
    CHECK(clockwork.life.counters().live_cycles == clockwork.live_cycles);
    CHECK(clockwork.life.counters().allocated_cycles == clockwork.allocated_cycles);
    CHECK(clockwork.life.counters().capacity_cycles == 64 * Clockwork::kCycles);
  }
}

TEST_CASE("an Sm counts live and allocated registers from issue and latency") {
  SmBench bench(bench_design());
  const Cycle end = bench.run(Script().alu({1}, {}).alu({2}, {1}).last_use({1}).alu({3}, {}).exit());
  const auto written = [&](unsigned line) { return bench.start + bench.issued(0, line) + kAlu; };
  const Cycle read_last = bench.start + bench.issued(0, 1) + kToOperands;
  CHECK(end == written(2));
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["registers.live_cycles"] == (read_last - written(0)) + (end - written(1)));
  CHECK(counters["registers.allocated_cycles"] == bench.registers_per_thread * (end - bench.start));
  CHECK(counters["registers.capacity_cycles"] == kCapacity * (end + 1 - bench.start));
}

TEST_CASE("in an Sm a last use by half of the lanes leaves the register live until its warp ends") {
  const struct {
    LaneMask active, live;
    bool dies;
  } cases[] = {{kAllLanes, kAllLanes, true}, {kFirstHalf, kAllLanes, false}, {kFirstHalf, kFirstHalf, true}};
  for (const auto& one : cases) {
    const std::string counted = forked([&one] {
      SmBench bench(bench_design());
      const Cycle end = bench.run(Script()
                                      .alu({1}, {})
                                      .alu({}, {1}).last_use({1}).lanes(one.active).living(one.live)
                                      .special({}, {2})
                                      .exit());
      const Cycle dead = one.dies ? bench.start + bench.issued(0, 1) + kToOperands : end;
      const std::uint64_t expected = dead - (bench.start + bench.issued(0, 0) + kAlu);
      const std::uint64_t measured = bench.sm.counters()["registers.live_cycles"];
      if (measured == expected) return std::string("as expected");
      return std::to_string(measured) + " instead of " + std::to_string(expected);
    });
    CHECK(counted == "as expected");
  }
}

TEST_CASE("the capacity is that of the layout") {
  const Script script = Script().alu({1}, {}).exit();
  const std::string unified = forked([&script] {
    SmBench bench(unified_bench_design());
    const Cycle end = bench.run(script, 1, 2, 3);
    const std::uint64_t given = bench.registers_per_thread * 2 * 3;  // as the partition gave: 3 blocks of 2 warps
    return std::to_string(bench.sm.counters()["registers.capacity_cycles"] == given * (end + 1 - bench.start));
  });
  CHECK(unified == "1");
}
