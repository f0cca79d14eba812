// A carve-out at run time: a block less is tried while loads miss, and taken back where that is not faster.
#include <catch2/catch.hpp>

#include "policy/partition.h"
#include "support/storage.h"

namespace unibank {
namespace {

SmCapacity a100_storage() {
  SmCapacity capacity = test::registers_apart(256 * 1024, 192 * 1024);
  capacity.max_threads = 2048;
  capacity.max_warps = 64;
  capacity.max_blocks = 32;
  capacity.cache_set_bytes = 16 * kLineBytes;
  return capacity;
}

std::unique_ptr<PartitionPolicy> partition(std::int64_t window) {
  PolicyValues values;
  values["window"] = window;
  values["carve_steps"] = std::string("8.0");
  return PartitionRegistry::instance().make("run-time-carve-out", values);
}

const KernelNeeds kKernel{"k", 32, 256, 20 * 1024.0};

DivisionWindow window_of(std::uint64_t instructions, unsigned hit_percent, const PartitionResult& division) {
  DivisionWindow window;
  window.cycles = 1000;
  window.counted.at("warp_instructions") = instructions;
  window.counted.at("cache.load_accesses") = 100;
  window.counted.at("cache.load_hits") = hit_percent;
  window.division = division;
  return window;
}

TEST_CASE("a carve-out at run time removes blocks in the steps of the chip while that is faster") {
  const auto policy = partition(1000);
  const PartitionResult all = policy->divide(a100_storage(), {kKernel}, 0);
  CHECK(all.resident_blocks == 8);  // 160 KB of 164
  CHECK(all.cache_bytes == 28 * 1024);
  const auto control = policy->control();
  control->reset(a100_storage(), kKernel, all);
  CHECK_FALSE(control->update(window_of(500, 60, all)));  // loads hit
  const auto tried = control->update(window_of(500, 10, all));
  REQUIRE(tried);
  CHECK(tried->resident_blocks == 7);
  CHECK(tried->cache_bytes == 28 * 1024);  // 140 KB are more than the step of 132
  const auto further = control->update(window_of(600, 10, *tried));
  REQUIRE(further);
  CHECK(further->resident_blocks == 6);
  CHECK(further->cache_bytes == 60 * 1024);
  const auto back = control->update(window_of(500, 10, *further));
  REQUIRE(back);
  CHECK(back->resident_blocks == 7);
  CHECK_FALSE(control->update(window_of(100, 0, *back)));  // settled for the launch
}

TEST_CASE("a carve-out at run time decides between launches where its window is 0") {
  const auto policy = partition(0);
  CHECK_FALSE(policy->control());
  CHECK(policy->learns_from_launches());
  CHECK_FALSE(partition(1000)->learns_from_launches());
  const PartitionResult first = policy->divide(a100_storage(), {kKernel}, 0);
  policy->launch_ended(kKernel, window_of(500, 10, first));
  const PartitionResult second = policy->divide(a100_storage(), {kKernel}, 0);
  CHECK(second.resident_blocks == 7);
  policy->launch_ended(kKernel, window_of(400, 10, second));
  CHECK(policy->divide(a100_storage(), {kKernel}, 0).resident_blocks == 8);
}

TEST_CASE("a carve-out at run time counts its decisions between launches") {
  const auto policy = partition(0);
  std::uint64_t instructions = 500;
  for (unsigned launch = 0; launch < 3; ++launch, instructions += 100)  // each faster than the last one
    policy->launch_ended(kKernel, window_of(instructions, 10, policy->divide(a100_storage(), {kKernel}, 0)));
  policy->launch_ended(kKernel, window_of(100, 10, policy->divide(a100_storage(), {kKernel}, 0)));
  CounterValues counted;
  policy->add_counters_to(counted);
  CHECK(counted["runtime_carve_out.kept"] == 2);
  CHECK(counted["runtime_carve_out.taken_back"] == 1);
}

TEST_CASE("a carve-out at run time leaves a kernel without scratchpad alone") {
  const auto policy = partition(1000);
  const KernelNeeds none{"n", 32, 256, 0};
  const PartitionResult all = policy->divide(a100_storage(), {none}, 0);
  const auto control = policy->control();
  control->reset(a100_storage(), none, all);
  CHECK_FALSE(control->update(window_of(500, 0, all)));
}

}  // namespace
}  // namespace unibank
