// The RTL lock unit and warp priority in lock-step with the model's, outside of an SM.
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>

#include "base/input_error.h"
#include "rtl/lock_step.h"
#include "rtl/lock_unit_rtl.h"
#include "support/random.h"
#include "support/temporary_folder.h"

using namespace unibank;
using rtl::LockUnitRtl;
using rtl::OwnerWarpFirstRtl;
using test::checked;

namespace {

using Met = std::map<std::string, unsigned>;

PolicyValues values(bool older_owns, bool retry_takes_slot = false) {
  return {{"private_per_mille", 100},
          {"private_align", 4},
          {"retry_takes_slot", retry_takes_slot},
          {"older_owns_free_lock", older_owns}};
}

struct LockShape {
  unsigned default_blocks, pairs, warps, threads;
};

GateLaunch launch_of(const LockShape& shape) {
  GateLaunch launch;
  launch.sharing.default_blocks = shape.default_blocks;
  launch.sharing.pairs = shape.pairs;
  launch.sharing.private_bytes = 100;
  launch.block_slots = launch.sharing.resident_blocks();
  launch.warps_per_block = shape.warps;
  launch.threads_per_block = shape.threads;
  return launch;
}

// A random sequence of events: blocks start, ask, execute relssp with some of their lanes, lose lanes, and end.
class LockStream {
 public:
  LockStream(LockUnitRtl& gate, const LockShape& shape, std::uint64_t seed, Met& met)
      : gate_(gate),
        shape_(shape),
        met_(met),
        random_(seed),
        resident_(shape.default_blocks + shape.pairs),
        live_(resident_.size() * shape.warps) {
    gate.reset(launch_of(shape));
  }

  void run(unsigned operations) {
    for (unsigned i = 0; i < operations; ++i) {
      cycle_ += random_.below(3);
      const unsigned slot = static_cast<unsigned>(random_.below(resident_.size()));
      if (!resident_[slot]) start(slot);
      else operate(slot);
    }
  }

 private:
  void start(unsigned slot) {
    gate_.block_started(slot, cycle_);
    resident_[slot] = true;
    for (unsigned i = 0; i < shape_.warps; ++i) live_[slot * shape_.warps + i] = ~LaneMask{0};
    ++met_["start"];
  }

  void operate(unsigned slot) {
    const unsigned warp = slot * shape_.warps + static_cast<unsigned>(random_.below(shape_.warps));
    const std::uint64_t what = random_.below(40);
    const GateCounters before = gate_.counters();
    if (what == 0) {
      gate_.block_finished(slot, cycle_);
      resident_[slot] = false;
      ++met_[gate_.counters().hand_overs > before.hand_overs ? "hands over" : "ends"];
    } else if (what < 4) {
      const LaneMask lanes = random_.below(2) == 0 ? ~LaneMask{0} : static_cast<LaneMask>(random_.below(1ull << 32));
      released(gate_.release(warp, lanes, cycle_), before);
    } else if (what == 4) {
      live_[warp] &= static_cast<LaneMask>(random_.below(1ull << 32));
      released(gate_.lanes_ended(warp, live_[warp], cycle_), before);
    } else {
      static constexpr std::uint64_t kBytes[] = {0, 99, 100, 101, 4000};
      const GateAnswer answer = gate_.ask({slot, warp, 0, kBytes[random_.below(5)], cycle_});
      ++met_[answer.lock_taken ? "takes" : answer.open ? "goes" : "waits"];
    }
  }

  void released(bool changed, const GateCounters& before) {
    if (changed) ++met_[gate_.counters().releases > before.releases ? "gives up" : "has released without the lock"];
  }

  LockUnitRtl& gate_;
  LockShape shape_;
  Met& met_;
  test::Random random_;
  std::vector<bool> resident_;
  std::vector<LaneMask> live_;
  Cycle cycle_ = 1;
};

constexpr LockShape kLockShapes[] = {{1, 1, 2, 64}, {7, 5, 3, 70}, {16, 16, 2, 64}, {3, 1, 1, 20}, {2, 0, 4, 128}};

// Runs all shapes; "" when RTL and model agree.
std::string lock_difference(unsigned fault, unsigned operations, Met& met) {
  try {
    for (const bool older_owns : {false, true}) {
      LockUnitRtl gate("lock_unit", values(older_owns), checked(fault));
      for (const LockShape& shape : kLockShapes) LockStream(gate, shape, 7, met).run(operations);
    }
  } catch (const RunError& error) {
    return error.what();
  }
  return "";
}

// Picks among many or few ready warps of all ranks; "" when RTL and model agree.
std::string first_other_pick(unsigned fault, unsigned picks, Met& met) {
  test::Random random(3);
  try {
    for (const bool unshared_first : {false, true}) {
      OwnerWarpFirstRtl order("warp_order", {{"unshared_first", unshared_first}}, checked(fault));
      order.reset(64);
      std::uint64_t age[64];
      std::uint8_t rank[64];
      for (unsigned i = 0; i < picks; ++i) {
        WarpView view;
        view.cycle = i;
        for (unsigned warp = 0; warp < 64; ++warp) {
          age[warp] = random.below(1u << 20) * 64 + warp;
          rank[warp] = static_cast<std::uint8_t>(random.below(3));
        }
        view.age = age;
        view.rank = rank;
        view.ready = ~0ull;
        for (std::uint64_t fewer = random.below(10); fewer != 0; --fewer) view.ready &= random.below(~0ull);
        const int warp = order.pick(view);
        const int ready = __builtin_popcountll(view.ready);
        ++met[ready < 2 ? std::to_string(ready) + " ready" : "several ready"];
        if (warp >= 0)
          ++met[std::string(unshared_first ? "unshared first" : "owners first") + ", rank " +
                std::to_string(unsigned{rank[warp]}) + " goes"];
      }
    }
  } catch (const RunError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("lock unit: 100000 operations are answered as the model answers them") {
  Met met;
  CHECK(lock_difference(0, 10000, met) == "");
  for (const char* what : {"start", "ends", "hands over", "takes", "goes", "waits", "gives up",
                           "has released without the lock"}) {
    INFO(what);
    CHECK(met[what] > 100);
  }
}

TEST_CASE("lock unit: every fault of the RTL is found in lock-step") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  for (unsigned fault = 1; fault <= rtl::LockUnitPins::kFaults; ++fault) {
    INFO("fault " << fault);
    Met met;
    CHECK_THAT(lock_difference(fault, 10000, met),
               Catch::Matches("lock_unit: RTL and model differ in cycle [0-9]+: after (start|finish) of block slot "
                              "[0-9]+: .*") ||
                   Catch::Matches("lock_unit: RTL and model differ in cycle [0-9]+: after (ask|release|ended) of warp "
                                  "[0-9]+: .*"));
  }
}

TEST_CASE("warp priority: 100000 picks are the model's") {
  Met met;
  CHECK(first_other_pick(0, 50000, met) == "");
  for (const char* what : {"0 ready", "1 ready", "several ready", "owners first, rank 0 goes",
                           "owners first, rank 1 goes", "owners first, rank 2 goes", "unshared first, rank 0 goes",
                           "unshared first, rank 1 goes", "unshared first, rank 2 goes"}) {
    INFO(what);
    CHECK(met[what] > 100);
  }
}

TEST_CASE("warp priority: every fault of the RTL is found in lock-step") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  for (unsigned fault = 1; fault <= rtl::WarpPriorityPins::kFaults; ++fault) {
    INFO("fault " << fault);
    Met met;
    CHECK(first_other_pick(fault, 2000, met).find("warp_order: RTL and model differ in cycle ") == 0);
  }
}

TEST_CASE("lock unit: its counters equal the model's") {
  LockUnitRtl gate("lock_unit", values(false), {});
  const auto model = ScratchpadGateRegistry::instance().make("sharing", values(false));
  for (ScratchpadGate* each : {static_cast<ScratchpadGate*>(&gate), model.get()}) {
    each->reset(launch_of({1, 1, 1, 32}));
    each->block_started(0, 0);
    each->block_started(1, 0);
    each->ask({0, 0, 0, 200, 5});
    each->ask({1, 1, 0, 200, 7});
    each->release(0, ~LaneMask{0}, 20);
    each->ask({1, 1, 0, 200, 22});
    each->block_finished(0, 30);
    each->block_finished(1, 40);
  }
  const GateCounters found = gate.counters(), expected = model->counters();
  CHECK(found.refusals == expected.refusals);
  CHECK(found.locks_taken == expected.locks_taken);
  CHECK(found.hand_overs == expected.hand_overs);
  CHECK(found.releases == 1);
  CHECK(found.shared_blocks == 2);
  CHECK(found.cycles_before == expected.cycles_before);
  CHECK(found.cycles_waiting == 15);
  CHECK(found.cycles_inside == expected.cycles_inside);
  CHECK(found.cycles_after == expected.cycles_after);
}

TEST_CASE("lock unit: more than the RTL supports is refused with both numbers") {
  LockUnitRtl gate("lock_unit", values(false), {});
  CHECK_NOTHROW(gate.reset(launch_of({16, 16, 2, 64})));
  CHECK_THROWS_WITH(gate.reset(launch_of({17, 16, 1, 32})),
                    "lock_unit as RTL: the number of block slots is 33, the RTL has been built with 32");
  CHECK_THROWS_WITH(gate.reset(launch_of({16, 16, 3, 96})),
                    "lock_unit as RTL: the number of warps is 96, the RTL has been built with 64");
  BlockFactories factories;
  rtl::install_lock_unit(factories, {});
  CHECK_THROWS_WITH(factories.make<ScratchpadGateKind>("gate", {"open", {}}),
                    "lock_unit as RTL: scratchpad_gate.policy is open, the RTL is that of sharing");
}
