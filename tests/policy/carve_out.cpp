// The partition `carve-out`: of a pool of scratchpad and cache a part for the scratchpad.
#include <catch2/catch.hpp>

#include "policy/occupancy.h"
#include "support/storage.h"

namespace unibank {
namespace {

constexpr double kRegisters = 128 * 1024, kPool = 64 * 1024;

SmCapacity pool() { return test::registers_apart(128 * 1024, 64 * 1024); }

PartitionResult divide(const PolicyValues& values, const std::vector<KernelNeeds>& kernels, std::size_t running = 0,
                       const SmCapacity& capacity = pool()) {
  return PartitionRegistry::instance().make("carve-out", values)->divide(capacity, kernels, running);
}

const KernelNeeds kNeedle = {"needle", 18, 32, 8452};

TEST_CASE("the scratchpad has what resident blocks need and the cache the rest of the pool") {
  // Seven blocks of 8452 bytes are 59164: 58 KB.
  const PartitionResult got = divide({}, {kNeedle});
  CHECK(got.resident_blocks == 7);
  CHECK(got.limited_by == "scratchpad");
  CHECK(got.scratchpad_bytes == 7 * 8452);
  CHECK(got.cache_bytes == kPool - 58 * 1024);
  CHECK(got.cache_sets == 6 * 1024 / 512);
  CHECK(got.register_bytes == 7 * 18 * 128);
  CHECK(got.register_bytes + got.scratchpad_bytes + got.cache_bytes + got.idle_bytes == kRegisters + kPool);
}

TEST_CASE("without scratchpad the whole pool is cache") {
  const PartitionResult got = divide({}, {{"k", 16, 256, 0}});
  CHECK(got.resident_blocks == 4);
  CHECK(got.limited_by == "thread limit");
  CHECK(got.cache_bytes == kPool);
}

TEST_CASE("registers bound the blocks and these the scratchpad") {
  const PartitionResult got = divide({}, {{"k", 64, 256, 4000}});  // 64 KB of registers a block
  CHECK(got.resident_blocks == 2);
  CHECK(got.limited_by == "register file");
  CHECK(got.cache_bytes == kPool - 8 * 1024);
}

TEST_CASE("a share that is asked for holds the blocks down, but to no less than one") {
  const PartitionResult half = divide({{"scratchpad_percent", 50}}, {kNeedle});
  CHECK(half.resident_blocks == 3);
  CHECK(half.cache_bytes == 32 * 1024);
  const PartitionResult none = divide({{"scratchpad_percent", 0}}, {kNeedle});
  CHECK(none.resident_blocks == 1);
  CHECK(none.cache_bytes == kPool - 9 * 1024);
  CHECK(divide({{"scratchpad_percent", 100}}, {kNeedle}).cache_bytes == 0);
}

TEST_CASE("the scratchpad comes in units and the cache keeps its least") {
  CHECK(divide({{"carve_unit", 32768}}, {{"k", 16, 256, 1000}}).cache_bytes == 32 * 1024);
  const PartitionResult kept = divide({{"least_cache_bytes", 32768}}, {kNeedle});
  CHECK(kept.resident_blocks == 3);
  CHECK(kept.cache_bytes == kPool - 25 * 1024);  // 25356 bytes
  CHECK_THROWS_WITH(divide({{"least_cache_bytes", 60000}}, {kNeedle}),
                    "kernel needle: a block needs 8452 bytes of scratchpad, the design has 5536");
}

TEST_CASE("kernels under one division have the scratchpad of the one that needs most") {
  const std::vector<KernelNeeds> kernels = {kNeedle, {"small", 16, 256, 100}};
  const PartitionResult small = divide({}, kernels, 1);
  CHECK(small.resident_blocks == 4);
  CHECK(small.cache_bytes == divide({}, kernels, 0).cache_bytes);
  CHECK(small.register_bytes + small.scratchpad_bytes + small.cache_bytes + small.idle_bytes == kRegisters + kPool);
}

TEST_CASE("pairs of blocks share what is carved out") {
  SmCapacity capacity = pool();
  capacity.sharing.private_per_mille = 100;
  const PartitionResult got = divide({}, {{"k", 16, 64, 15000}}, 0, capacity);  // 4 blocks, 5536 bytes are left
  CHECK(got.sharing.default_blocks == 4);
  CHECK(got.sharing.pairs == 3);
  CHECK(got.scratchpad_bytes == Approx(4.3 * 15000));
}

TEST_CASE("a pool beside registers is what it divides") {
  const auto policy = PartitionRegistry::instance().make("carve-out");
  const std::string wants = "it needs registers apart and one pool for scratchpad and cache";
  CHECK(policy->refusal(pool()).empty());
  CHECK(policy->refusal(test::one_memory(65536)) == wants);
  CHECK(policy->refusal(test::one_memory(65536, 4096)) == wants);
  CHECK(policy->refusal(test::separate_storage(65536, 4096, 4096)) == wants);
  for (const char* other : {"unified", "integrated", "separate", "fermi-like"})
    CHECK_FALSE(PartitionRegistry::instance().make(other)->refusal(pool()).empty());
}

}  // namespace
}  // namespace unibank
