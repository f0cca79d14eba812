// Plans of scratchpad accesses that an Sm has seen before.
#include "sm/known_plans.h"

#include <catch2/catch.hpp>

#include <memory>
#include <vector>

#include "sm/random_access.h"

using namespace unibank;

namespace {

bool same_rows(const std::vector<BankRow>& a, const std::vector<BankRow>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].port != b[i].port || a[i].bank != b[i].bank || a[i].address != b[i].address || a[i].words != b[i].words ||
        a[i].banks != b[i].banks || a[i].width != b[i].width)
      return false;
  }
  return true;
}

}  // namespace

TEST_CASE("a known plan is the one that planning again would give") {
  test::Random random(21);
  for (const char* const layout : {"separate", "unified"}) {
    const Design design = test::design_of(layout);
    // Two maps: with another size of the blocks' scratchpad, all blocks but the first have other rows.
    const AddressMap maps[] = {AddressMap(design, 64, 512, 64, 64), AddressMap(design, 64, 256, 64, 64)};
    std::vector<std::unique_ptr<test::RandomAccess>> accesses;
    for (unsigned i = 0; i < 100; ++i) {
      accesses.push_back(std::make_unique<test::RandomAccess>());
      test::fill(random, *accesses.back(), Space::kScratchpad, 1u << random.below(5), 256);
      constexpr MemoryOp kOperations[] = {MemoryOp::kLoad, MemoryOp::kStore, MemoryOp::kAtomic};
      accesses.back()->what.memory = kOperations[random.below(3)];
    }
    for (const bool joins : {false, true}) {
      KnownPlans known(joins);
      unsigned map = 0;
      for (unsigned trial = 0; trial < 20000; ++trial) {
        if (random.below(1000) == 0) map = 1 - map, known.forget();
        test::RandomAccess& access = *accesses[random.below(100)];
        // Sometimes one lane has another address, another lane is active, or each lane has fewer bytes.
        if (random.below(20) == 0) access.shown.address[random.below(32)] ^= 16;
        if (random.below(20) == 0) access.shown.active = (access.shown.active ^ 1u << random.below(32)) | 1;
        if (random.below(20) == 0 && access.what.bytes_per_lane > 1) access.what.bytes_per_lane /= 2;
        const auto slot = static_cast<unsigned>(random.below(64));
        const TurnRules rules{layout[0] == 'u', joins ? ScratchpadPhases::kByWidth : ScratchpadPhases::kNone};
        AccessPlan found, expected;
        known.plan(access.shown, maps[map], slot, rules, found);
        plan_scratchpad(access.shown, maps[map], slot, rules, expected);
        REQUIRE(same_rows(found.rows, expected.rows));
        REQUIRE(same_rows(found.modified, expected.modified));
        REQUIRE(found.phases_left == expected.phases_left);
        if (found.joined.empty()) continue;
        REQUIRE((joins && maps[map].scratchpad_row_bytes() == 4));
        join_neighbours(expected.rows);
        REQUIRE(same_rows(found.joined, expected.rows));
      }
    }
  }
}

TEST_CASE("a plan that is known again brings its joined rows") {
  const Design design = test::design_of("separate");
  const AddressMap map(design, 64, 16 * 1024, 2, 64);
  test::RandomAccess access;
  access.what.unit = Unit::kMemory;
  access.what.space = Space::kScratchpad;
  access.what.memory = MemoryOp::kLoad;
  access.what.bytes_per_lane = 4;
  access.shown.decoded = &access.what;
  access.shown.active = ~LaneMask{0};
  for (unsigned lane = 0; lane < kWarpSize; ++lane) access.shown.address[lane] = 4 * lane;
  KnownPlans known(true);
  for (unsigned time = 0; time < 2; ++time) {
    AccessPlan plan;
    known.plan(access.shown, map, 0, {false, ScratchpadPhases::kNone}, plan);
    CHECK(plan.rows.size() == 32);
    CHECK(plan.joined.size() == AddressMap::kPorts);  // four banks of 4 bytes at each port
  }
}
