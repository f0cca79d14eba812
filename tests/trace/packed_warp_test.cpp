// The packed form of a warp's waiting instructions: what is put in comes out unchanged.
#include <catch2/catch.hpp>
#include <random>

#include "trace/packed_warp.h"

using namespace unibank;
using namespace unibank::trace;

namespace {

StaticInstruction packed_load() {
  StaticInstruction what;
  what.unit = Unit::kMemory;
  what.space = Space::kGlobal;
  what.memory = MemoryOp::kLoad;
  what.bytes_per_lane = 4;
  return what;
}

}  // namespace

TEST_CASE("addresses of active lanes are unchanged after packing") {
  std::mt19937_64 random(1);
  const StaticInstruction what = packed_load();
  PackedWarp warp;
  std::vector<std::array<std::uint64_t, kWarpSize>> all(1000);
  std::vector<LaneMask> masks(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    masks[i] = static_cast<LaneMask>(i % 5 == 0 ? 0 : i % 5 == 1 ? ~0u : random());
    const std::uint64_t base = random() >> (random() % 64);
    for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) {
      all[i][lane] = i % 3 == 0 ? base + lane * (i - 500) : i % 3 == 1 ? random() : base + random() % 4096;
    }
    warp.add_access(&what, masks[i], all[i]);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    WarpInstruction shown;
    warp.show(warp.instructions[i], shown);
    CHECK(shown.decoded == &what);
    REQUIRE(shown.active == masks[i]);
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      if (masks[i] >> lane & 1) REQUIRE(shown.address[lane] == all[i][lane]);
  }
}

TEST_CASE("lanes with a stride take few bytes") {
  const StaticInstruction what = packed_load();
  PackedWarp warp;
  std::array<std::uint64_t, kWarpSize> address;
  for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) address[lane] = 0x7f1269c00108 + 4 * lane;
  for (unsigned i = 0; i < 100; ++i) warp.add_access(&what, ~LaneMask{0}, address);
  CHECK(warp.bytes() == 100 * (16 + 9));  // the encoding 1, a base of 47 bits 7, a stride 1
}

TEST_CASE("a barrier keeps its number and threads and whether the warp waits") {
  StaticInstruction what;
  what.unit = Unit::kBarrier;
  PackedWarp warp;
  BarrierTurn turn;
  turn.id = 7;
  turn.waits = false;
  turn.threads = 1024;
  warp.add_barrier(&what, ~LaneMask{0}, turn);
  warp.add_barrier(&what, ~LaneMask{0}, {});
  WarpInstruction shown;
  warp.show(warp.instructions[0], shown);
  CHECK(shown.barrier.id == 7);
  CHECK_FALSE(shown.barrier.waits);
  CHECK(shown.barrier.threads == 1024);
  warp.show(warp.instructions[1], shown);
  CHECK(shown.barrier.id == 0);
  CHECK(shown.barrier.waits);
  CHECK(shown.barrier.threads == 0);
}
