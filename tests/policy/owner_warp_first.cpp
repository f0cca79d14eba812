#include <array>
#include <catch2/catch.hpp>
#include <map>

#include "policy/scratchpad_gate.h"
#include "policy/warp_order.h"

namespace unibank {
namespace {

TEST_CASE("owf prefers owners then unshared warps then the others and within a class the oldest") {
  const auto order = WarpOrderRegistry::instance().make("owf");
  order->reset(6);
  const std::array<std::uint64_t, 64> age{5, 4, 3, 2, 1, 0};
  const std::array<std::uint8_t, 64> rank{2, 1, 0, 0, 1, 2};
  WarpView view;
  view.ready = view.resident = 0b111111;
  view.age = age.data();
  view.rank = rank.data();
  std::vector<int> sequence;
  for (int warp = order->pick(view); warp >= 0; warp = order->pick(view)) {
    sequence.push_back(warp);
    order->issued(static_cast<unsigned>(warp));
    view.ready &= ~(WarpSet{1} << warp);
  }
  CHECK(sequence == std::vector<int>{3, 2, 4, 1, 5, 0});
  view.ready = 0b111111;
  CHECK(WarpOrderRegistry::instance().make("owf", {{"unshared_first", 1}})->pick(view) == 4);
}

TEST_CASE("owf without ranks picks the oldest warp first") {
  const auto order = WarpOrderRegistry::instance().make("owf");
  const std::array<std::uint64_t, 64> age{7, 3, 9};
  const std::array<std::uint8_t, 64> rank{};
  WarpView view;
  view.ready = view.resident = 0b111;
  view.age = age.data();
  view.rank = rank.data();
  CHECK(order->pick(view) == 1);
  CHECK(order->pick(view) == 1);
}

// Figure 4: three blocks of one warp each, and an SM that issues one instruction per cycle. I1 takes one cycle, I2 is a
// load from the shared scratchpad that takes 5, I3 takes one cycle and needs I2. The owner has the lock and ends with
// its I3.
class Figure4 {
 public:
  enum Warp { kOwner, kUnshared, kNonOwner };
  struct Times {
    Cycle issued = 0, finished = 0;
    bool operator==(const Times& other) const { return issued == other.issued && finished == other.finished; }
  };
  using Schedule = std::map<int, std::array<Times, 3>>;

  explicit Figure4(bool unshared_first)
      : gate_(ScratchpadGateRegistry::instance().make("sharing")),
        order_(WarpOrderRegistry::instance().make("owf", {{"unshared_first", unshared_first}})) {
    GateLaunch launch;
    launch.block_slots = 3;  // two that fit and one more, which shares with slot 0
    launch.sharing.default_blocks = 2;
    launch.sharing.pairs = 1;
    launch.sharing.private_bytes = 100;
    gate_->reset(launch);
    for (unsigned slot = 0; slot < 3; ++slot) gate_->block_started(slot, 0);
    REQUIRE(gate_->ask({kOwner, kOwner, 100, 103, 0}).open);
    order_->reset(3);
  }

  Schedule run() {
    for (Cycle cycle = 1; cycle <= 20; ++cycle) {
      issue(cycle);
      for (int warp = 0; warp < 3; ++warp) {
        if (next_[warp] == 3 && times_[warp][2].finished == cycle) {
          gate_->block_finished(static_cast<unsigned>(warp), cycle);
        }
      }
    }
    return times_;
  }

 private:
  void issue(Cycle cycle) {
    const std::array<std::uint64_t, 64> age{0, 1, 2};
    std::array<std::uint8_t, 64> rank{};
    WarpView view;
    view.age = age.data();
    view.rank = rank.data();
    for (int warp = 0; warp < 3; ++warp) {
      rank[warp] = gate_->rank(static_cast<unsigned>(warp));
      const bool waits = next_[warp] > 0 && next_[warp] < 3 && times_[warp][next_[warp] - 1].finished >= cycle;
      if (next_[warp] < 3 && !waits) view.ready |= WarpSet{1} << warp;
    }
    for (int warp = order_->pick(view); warp >= 0; warp = order_->pick(view)) {
      if (let_in(warp, cycle)) {
        const Cycle latency = next_[warp] == 1 ? 5 : 1;
        times_[warp][next_[warp]++] = {cycle, cycle + latency - 1};
        order_->issued(static_cast<unsigned>(warp));
        return;
      }
      view.ready &= ~(WarpSet{1} << warp);
    }
  }

  bool let_in(int warp, Cycle cycle) {
    const auto slot = static_cast<unsigned>(warp);
    return next_[warp] != 1 || gate_->ask({slot, slot, 100, 103, cycle}).open;
  }

  std::unique_ptr<ScratchpadGate> gate_;
  std::unique_ptr<WarpOrder> order_;
  std::array<unsigned, 3> next_{};
  Schedule times_;
};

TEST_CASE("figure 4 with the unshared warp first: 15 cycles") {
  Figure4::Schedule got = Figure4(true).run();
  using Three = std::array<Figure4::Times, 3>;
  CHECK(got[Figure4::kUnshared] == Three{{{1, 1}, {2, 6}, {7, 7}}});
  CHECK(got[Figure4::kOwner] == Three{{{3, 3}, {4, 8}, {9, 9}}});
  CHECK(got[Figure4::kNonOwner] == Three{{{5, 5}, {10, 14}, {15, 15}}});
}

// In the paper the owner's load ends in 7 and its I3 in 8; the figure's other cycles require 6 and 7.
TEST_CASE("figure 4 with the owner warp first: 13 cycles") {
  Figure4::Schedule got = Figure4(false).run();
  using Three = std::array<Figure4::Times, 3>;
  CHECK(got[Figure4::kOwner] == Three{{{1, 1}, {2, 6}, {7, 7}}});
  CHECK(got[Figure4::kUnshared] == Three{{{3, 3}, {4, 8}, {9, 9}}});
  CHECK(got[Figure4::kNonOwner] == Three{{{5, 5}, {8, 12}, {13, 13}}});
}

}  // namespace
}  // namespace unibank
