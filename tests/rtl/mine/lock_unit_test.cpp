// A lock unit (testbenches/example_block) beside the native one.
#include "example_block/my_lock_unit.cpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "rtl/mine/in_order.h"
#include "support/random.h"
#include "support/temporary_folder.h"

using namespace unibank::test;

namespace {

constexpr unsigned kLockRequests = 20000;

// Two pairs of blocks that share and one block that does not; each has 3 warps, the last of 8 threads.
std::string lock_unit(unsigned fault, bool older_owns) {
  return compared(CheckBy::kCycles, fault, [&](const BlockOptions& options) {
    const PolicyValues values = {{"private_per_mille", 100}, {"private_align", 4}, {"retry_takes_slot", 0},
                                 {"older_owns_free_lock", older_owns}};
    rtl::LockUnitTransactor gate("gate", values, options, std::make_unique<MyLockUnit>(options.fault));
    GateLaunch launch;
    launch.sharing.default_blocks = 3;
    launch.sharing.pairs = 2;
    launch.sharing.private_bytes = 100;
    launch.block_slots = 5;
    launch.warps_per_block = 3;
    launch.threads_per_block = 72;
    gate.reset(launch);
    Random random(5);
    bool resident[5] = {};
    for (Cycle cycle = 1; cycle < kLockRequests; ++cycle) {
      const auto slot = static_cast<unsigned>(random.below(5));
      const unsigned warp = slot * 3 + static_cast<unsigned>(random.below(3));
      if (!resident[slot]) {
        gate.block_started(slot, cycle);
        resident[slot] = true;
        continue;
      }
      ScratchpadAccess access;
      access.block_slot = slot;
      access.warp = warp;
      access.highest = random.below(200);
      access.cycle = cycle;
      switch (random.below(12)) {
        case 0: gate.block_finished(slot, cycle); resident[slot] = false; break;
        case 1: case 2: case 3: gate.release(warp, static_cast<LaneMask>(random.below(0x100000000)), cycle); break;
        case 4: gate.release(warp, ~LaneMask{0}, cycle); break;
        case 5: gate.lanes_ended(warp, random.below(2) == 0 ? 0xff : 0xffff, cycle); break;
        default: gate.ask(access);
      }
    }
    return std::string(kSame);
  });
}

}  // namespace

TEST_CASE("my_lock_unit: answers as the native gate") {
  for (const bool older_owns : {false, true}) CHECK(lock_unit(0, older_owns) == kSame);
}

TEST_CASE("my_lock_unit: each fault is found") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  for (const unsigned fault : {1u, 2u}) {
    INFO("fault " << fault);
    CHECK_THAT(lock_unit(fault, true), Catch::Contains("gate: RTL and model differ in cycle "));
  }
}

TEST_CASE("my_lock_unit: beside it the warp order owf can be made") {
  BlockFactories factories;
  rtl::install_lock_unit(factories, {}, [] { return std::make_unique<MyLockUnit>(); });
  const PolicyChoice owf{"owf", {{"unshared_first", 0}}};
  CHECK(factories.make<WarpOrderKind>("order", owf) != nullptr);
}
