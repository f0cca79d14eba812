// Limits on how many resident blocks and warps may issue, and the warps that an order sees.
#include <catch2/catch.hpp>

#include "support/addresses.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

constexpr Cycle kWindow = 20;

// One active block at first, two from the end of the first window on.
class OneThenTwo : public Throttle {
 public:
  static std::vector<ThrottleWindow> windows;
  ActiveLimit reset(const ThrottleLaunch& /*launch*/) override { return {1, ActiveLimit::kAll}; }
  Cycle window() const override { return kWindow; }
  ActiveLimit update(const ThrottleWindow& window) override {
    windows.push_back(window);
    return {2, ActiveLimit::kAll};
  }
  bool may_hold() const override { return true; }
};
std::vector<ThrottleWindow> OneThenTwo::windows;

class OneWarp : public Throttle {
 public:
  ActiveLimit reset(const ThrottleLaunch& /*launch*/) override { return {ActiveLimit::kAll, 1}; }
  bool may_hold() const override { return true; }
};

const ThrottleRegistry::Registration kOneThenTwo(
    {"one-then-two", "for this test", {}, [](const PolicyValues&) { return std::make_unique<OneThenTwo>(); }});
const ThrottleRegistry::Registration kOneWarp(
    {"one-warp", "for this test", {}, [](const PolicyValues&) { return std::make_unique<OneWarp>(); }});

// The ready warp in the lowest place; records what it sees of the warps that it picks.
class Looker : public WarpOrder {
 public:
  struct Seen {
    unsigned warp, block;
    Unit unit;
    LaneMask active;
    std::uint32_t hits, misses;
  };
  static std::vector<Seen> seen;
  void reset(unsigned /*warps*/) override {}
  int pick(const WarpView& view) override {
    const int i = next_in_ring(view.ready, 0);
    if (i < 0) return i;
    const auto index = static_cast<unsigned>(i);
    seen.push_back({view.warp(index), view.block(index), view.next(index).decoded->unit, view.next(index).active,
                    view.cache(index).hits, view.cache(index).misses});
    return i;
  }
  void issued(unsigned /*warp*/) override {}
};
std::vector<Looker::Seen> Looker::seen;
const WarpOrderRegistry::Registration kLooker(
    {"looker", "for this test", {}, [](const PolicyValues&) { return std::make_unique<Looker>(); }});

Design with_throttle(const std::string& throttle) {
  Design design = bench_design();
  design.throttle = {throttle, {}};
  return design;
}

Script independent_rounds(unsigned instructions) {
  Script script;
  for (unsigned i = 0; i + 1 < instructions; ++i) script.alu({static_cast<std::uint16_t>(i % 16)}, {});
  return script.exit();
}

}  // namespace

TEST_CASE("a throttled block issues from the end of the window in which the throttle admits it") {
  SmBench bench(with_throttle("one-then-two"));
  bench.run(independent_rounds(60), 2);
  CHECK(bench.issued(1, 0) == kWindow);  // round robin: warp 0 had the previous cycle's slot
  for (unsigned line = 0; line < kWindow; ++line) CHECK(bench.issued(0, line) == bench.issued(0, 0) + line);
}

TEST_CASE("the throttle is told how the issue slots of the window were used") {
  SmBench bench(with_throttle("one-then-two"));
  bench.run(independent_rounds(60), 2);
  REQUIRE(OneThenTwo::windows.size() >= 2);
  for (const ThrottleWindow& window : OneThenTwo::windows) {
    CHECK(window.cycles == kWindow);
    CHECK(window.slots == kWindow);
    CHECK(window.issued + window.long_wait + window.short_wait + window.unit_full + window.held <= window.slots);
  }
  CHECK(OneThenTwo::windows[1].issued == kWindow);
  CHECK(OneThenTwo::windows[1].resident_blocks == 2);
}

TEST_CASE("with one warp allowed the oldest issues to its end before the next") {
  SmBench bench(with_throttle("one-warp"));
  bench.run(independent_rounds(9), 1, 4);
  for (unsigned warp = 1; warp < 4; ++warp) CHECK(bench.issued(warp, 0) > bench.issued(warp - 1, 8));
  CHECK(bench.sm.counters()["issued_slots"] == 4 * 9);
}

TEST_CASE("a warp at a barrier passes its active place to those that it waits for") {
  SmBench bench(with_throttle("one-warp"));
  bench.run(Script().alu({1}, {}).barrier().alu({2}, {}).exit(), 1, 4);
  CHECK(bench.sm.counters()["blocks"] == 1);
}

TEST_CASE("a warp order sees a warp's block and next instruction and active lanes and last cache answer") {
  Design design = bench_design();
  design.sm.schedulers = 2;
  design.warp_order = {"looker", {}};
  SmBench bench(design);
  bench.run(Script()
                .load(Space::kGlobal, {1}, {}, at(0))
                .lanes(0xff)
                .load(Space::kGlobal, {1}, {1}, at(0))
                .alu({2}, {1})
                .exit(),
            2, 2);
  std::vector<Looker::Seen> of_warp_3;
  for (const Looker::Seen& one : Looker::seen) {
    CHECK(one.block == one.warp / 2);
    if (one.warp == 3) of_warp_3.push_back(one);
  }
  REQUIRE(of_warp_3.size() == 4);
  CHECK(of_warp_3[0].unit == Unit::kMemory);
  CHECK(of_warp_3[0].active == 0xff);
  CHECK(of_warp_3[0].hits + of_warp_3[0].misses == 0);
  CHECK(of_warp_3[1].hits + of_warp_3[1].misses == 1);
  CHECK(of_warp_3[2].unit == Unit::kAlu);
  CHECK(of_warp_3[2].hits == 1);
  CHECK(of_warp_3[3].unit == Unit::kExit);
}
