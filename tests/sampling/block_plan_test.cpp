// Which blocks of a launch are timed.
#include "sampling/block_plan.h"

#include <catch2/catch.hpp>
#include <numeric>

using namespace unibank;

namespace {

using Role = BlockPlan::Role;

Sample tenth(std::uint64_t seed = 1) {
  Sample sample;
  sample.blocks_percent = 10;
  sample.seed = seed;
  return sample;
}

std::uint64_t blocks_of(const BlockPlan& plan, Role role) {
  std::uint64_t begin = 0, sum = 0;
  for (const BlockPlan::Part& part : plan.parts) {
    if (part.role == role) sum += part.end - begin;
    begin = part.end;
  }
  return sum;
}

std::vector<std::uint64_t> ends_of(const BlockPlan& plan) {
  std::vector<std::uint64_t> ends;
  for (const BlockPlan::Part& part : plan.parts) ends.push_back(part.end);
  return ends;
}

}  // namespace

TEST_CASE("a launch of few blocks is timed whole and so is one without a sample of blocks") {
  for (const std::uint64_t blocks : {1, 8, 100, 103, 128, 176}) {
    const BlockPlan plan = plan_blocks(blocks, 8, tenth(), 0);
    CHECK(plan.whole());
    CHECK(ends_of(plan) == std::vector<std::uint64_t>{blocks});
    CHECK(plan.parts.front().role == Role::kKept);
  }
  CHECK(plan_blocks(100000, 8, Sample(), 0).whole());
  CHECK(!plan_blocks(100000, 8, tenth(), 0).whole());
}

TEST_CASE("at least the first blocks that the machine asks for are counted unscaled") {
  const auto head = [](std::uint64_t least) { return plan_blocks(4096, 8, tenth(), 0, least).parts.front().end; };
  CHECK(head(0) == 64);  // two steps of 32 blocks
  CHECK(head(64) == 64);
  CHECK(head(65) == 96);
  CHECK(head(1000) == 1024);
  CHECK(plan_blocks(4096, 8, tenth(), 0, 1000).units == 95);  // 128 steps, less 32 and the last one
  CHECK(plan_blocks(4096, 8, tenth(), 0, 3900).whole());
}

TEST_CASE("parts of a launch follow each other and units are whole resident sets after a warm-up") {
  for (const std::uint64_t resident : {1, 6, 120})
    for (std::uint64_t sets = 40; sets < 1500; sets += 97) {
      const std::uint64_t blocks = resident * sets + resident / 2;
      const BlockPlan plan = plan_blocks(blocks, resident, tenth(sets), 3);
      INFO(resident << " resident, " << blocks << " blocks");
      REQUIRE(!plan.whole());
      std::uint64_t begin = 0;
      Role before = Role::kKept;
      for (const BlockPlan::Part& part : plan.parts) {
        REQUIRE(part.end > begin);
        if (part.role == Role::kUnit) {
          CHECK(part.end - begin == plan.unit_blocks);
          CHECK(begin % resident == 0);
          CHECK(before != Role::kLeftOut);
        }
        begin = part.end;
        before = part.role;
      }
      CHECK(begin == blocks);
      CHECK(plan.parts.front().role == Role::kKept);
      CHECK(plan.parts.front().end >= 2 * resident);
      CHECK(before == Role::kKept);
      CHECK(plan.unit_blocks % resident == 0);
      CHECK(plan.units * plan.unit_blocks + blocks_of(plan, Role::kKept) == blocks);
      CHECK(blocks_of(plan, Role::kLeftOut) >= blocks / 4);
    }
}

TEST_CASE("what is left out is a whole number of resident sets and of periods of blocks") {
  const auto check_multiples = [](std::uint64_t blocks, std::uint64_t resident, std::uint64_t period) {
    const BlockPlan plan = plan_blocks(blocks, resident, tenth(), 0);
    INFO(blocks << " blocks, " << resident << " resident");
    REQUIRE(!plan.whole());
    std::uint64_t begin = 0;
    for (const BlockPlan::Part& part : plan.parts) {
      if (part.role != Role::kKept) CHECK((part.end - begin) % resident == 0);
      if (part.role != Role::kKept) CHECK((part.end - begin) % period == 0);
      begin = part.end;
    }
  };
  for (const std::uint64_t resident : {1, 2, 5, 6, 8, 12, 15, 64, 120}) check_multiples(100000, resident, 32);
  // Shorter launches have room for shorter periods only.
  check_multiples(256, 4, 8);
  check_multiples(129, 1, 4);
  check_multiples(200, 5, 1);
}

TEST_CASE("of a long launch about the share is counted") {
  const BlockPlan plan = plan_blocks(800000, 8, tenth(), 0);
  const auto counted = static_cast<double>(blocks_of(plan, Role::kUnit));
  CHECK(counted == Approx(80000).epsilon(0.02));
  CHECK(blocks_of(plan, Role::kWarmUp) < blocks_of(plan, Role::kUnit));
}

TEST_CASE("the same seed and launch have the same units and another has others") {
  const auto ends = ends_of(plan_blocks(4000, 8, tenth(), 0));
  CHECK(ends_of(plan_blocks(4000, 8, tenth(), 0)) == ends);
  CHECK(ends_of(plan_blocks(4000, 8, tenth(2), 0)) != ends);
  CHECK(ends_of(plan_blocks(4000, 8, tenth(), 1)) != ends);
}

TEST_CASE("every unit has the same chance") {
  std::vector<unsigned> drawn;
  constexpr unsigned kSeeds = 2000;
  std::uint64_t units = 0;
  for (unsigned seed = 0; seed < kSeeds; ++seed) {
    const BlockPlan plan = plan_blocks(100, 1, tenth(seed), 0);
    units = plan.units;
    drawn.resize(units);
    const std::uint64_t head = plan.parts.front().end;
    std::uint64_t begin = 0;
    for (const BlockPlan::Part& part : plan.parts) {
      if (part.role == Role::kUnit) ++drawn.at((begin - head) / plan.unit_blocks);
      begin = part.end;
    }
  }
  const double expected = std::accumulate(drawn.begin(), drawn.end(), 0.0) / static_cast<double>(units);
  for (const unsigned one : drawn) CHECK(one == Approx(expected).epsilon(0.35));
}
