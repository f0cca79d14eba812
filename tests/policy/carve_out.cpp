// The partition `carve-out`: part of a pool becomes scratchpad, the rest is cache.
#include <catch2/catch.hpp>

#include "policy/occupancy.h"
#include "support/storage.h"

namespace unibank {
namespace {

constexpr double kAllRegisters = 128 * 1024, kAllPool = 64 * 1024;

SmCapacity pool() { return test::registers_apart(128 * 1024, 64 * 1024); }

PartitionResult divide(const PolicyValues& values, const std::vector<KernelNeeds>& kernels, std::size_t running = 0,
                       const SmCapacity& capacity = pool()) {
  return PartitionRegistry::instance().make("carve-out", values)->divide(capacity, kernels, running);
}

const KernelNeeds kNeedle = {"needle", 18, 32, 8452};

TEST_CASE("the scratchpad gets the need of the resident blocks and the cache the rest of the pool") {
  // Seven blocks of 8452 bytes are 59164: 58 KB.
  const PartitionResult got = divide({}, {kNeedle});
  CHECK(got.resident_blocks == 7);
  CHECK(got.limited_by == "scratchpad");
  CHECK(got.scratchpad_bytes == 7 * 8452);
  CHECK(got.cache_bytes == kAllPool - 58 * 1024);
  CHECK(got.cache_sets == 6 * 1024 / 512);
  CHECK(got.register_bytes == 7 * 18 * 128);
  CHECK(got.register_bytes + got.scratchpad_bytes + got.cache_bytes + got.idle_bytes == kAllRegisters + kAllPool);
}

TEST_CASE("the scratchpad's part is a multiple of the unit where the pool is not") {
  // 60 KB are left of the pool, so one unit of 48 KB: five blocks of 8452 bytes.
  const PolicyValues units = {{"carve_unit", 48 * 1024}, {"least_cache_bytes", 4 * 1024}};
  const PartitionResult got = divide(units, {kNeedle});
  CHECK(got.resident_blocks == 5);
  CHECK(got.cache_bytes == 16 * 1024);
  CHECK_THROWS_WITH(divide(units, {{"k", 16, 32, 50 * 1024}}),
                    "kernel k: a block needs 51200 bytes of scratchpad, the design has 49152");
}

TEST_CASE("without scratchpad the whole pool is cache") {
  const PartitionResult got = divide({}, {{"k", 16, 256, 0}});
  CHECK(got.resident_blocks == 4);
  CHECK(got.limited_by == "thread limit");
  CHECK(got.cache_bytes == kAllPool);
}

TEST_CASE("registers limit the blocks and the blocks determine the scratchpad") {
  const PartitionResult got = divide({}, {{"k", 64, 256, 4000}});  // 64 KB of registers per block
  CHECK(got.resident_blocks == 2);
  CHECK(got.limited_by == "register file");
  CHECK(got.cache_bytes == kAllPool - 8 * 1024);
}

TEST_CASE("a given share limits the blocks but to no less than one") {
  const PartitionResult half = divide({{"scratchpad_percent", 50}}, {kNeedle});
  CHECK(half.resident_blocks == 3);
  CHECK(half.cache_bytes == 32 * 1024);
  const PartitionResult none = divide({{"scratchpad_percent", 0}}, {kNeedle});
  CHECK(none.resident_blocks == 1);
  CHECK(none.cache_bytes == kAllPool - 9 * 1024);
  CHECK(divide({{"scratchpad_percent", 100}}, {kNeedle}).cache_bytes == 0);
}

TEST_CASE("a kernel's preferred share of the largest scratchpad limits its blocks") {
  const auto prefers = [](int percent) {
    KernelNeeds kernel = kNeedle;
    kernel.preferred_scratchpad_percent = percent;
    return kernel;
  };
  CHECK(divide({}, {prefers(-1)}).cache_bytes == divide({}, {kNeedle}).cache_bytes);
  CHECK(divide({}, {prefers(50)}).resident_blocks == 3);
  CHECK(divide({}, {prefers(50)}).cache_bytes == 32 * 1024);
  CHECK(divide({}, {prefers(0)}).resident_blocks == 1);
  CHECK(divide({}, {prefers(0)}).cache_bytes == kAllPool - 9 * 1024);
  // The preference replaces the design's share; it applies to the pool less the cache's minimum.
  CHECK(divide({{"scratchpad_percent", 100}}, {prefers(50)}).cache_bytes == 32 * 1024);
  CHECK(divide({{"least_cache_bytes", 32768}}, {prefers(50)}).cache_bytes == kAllPool - 16 * 1024);
  // Of several kernels under one division, the largest preference counts.
  CHECK(divide({}, {prefers(0), prefers(50)}).cache_bytes == 32 * 1024);
  CHECK(divide({}, {prefers(0), kNeedle}).cache_bytes == divide({}, {kNeedle}).cache_bytes);
}

TEST_CASE("the scratchpad is a multiple of the unit and the cache keeps its minimum") {
  CHECK(divide({{"carve_unit", 32768}}, {{"k", 16, 256, 1000}}).cache_bytes == 32 * 1024);
  const PartitionResult kept = divide({{"least_cache_bytes", 32768}}, {kNeedle});
  CHECK(kept.resident_blocks == 3);
  CHECK(kept.cache_bytes == kAllPool - 25 * 1024);  // 25356 bytes
  // Of the 5,536 bytes that the cache leaves, whole units of 1,024.
  CHECK_THROWS_WITH(divide({{"least_cache_bytes", 60000}}, {kNeedle}),
                    "kernel needle: a block needs 8452 bytes of scratchpad, the design has 5120");
}

TEST_CASE("the scratchpad's part is one of the sizes that a compute capability offers") {
  const SmCapacity ampere = test::registers_apart(256 * 1024, 192 * 1024);
  const auto cache_kb = [&](const char* capability, int percent, double bytes, const SmCapacity& of) {
    const PolicyValues values{{"carve_steps", std::string(capability)}, {"scratchpad_percent", percent}};
    return divide(values, {{"k", 16, 1024, bytes}}, 0, of).cache_bytes / 1024;
  };
  CHECK(cache_kb("8.0", 0, 0, ampere) == 192);
  CHECK(cache_kb("8.0", 0, 1, ampere) == 192 - 8);
  CHECK(cache_kb("8.0", 0, 8 * 1024, ampere) == 192 - 8);
  CHECK(cache_kb("8.0", 0, 8 * 1024 + 1, ampere) == 192 - 16);
  CHECK(cache_kb("8.0", 0, 70 * 1024, ampere) == 192 - 100);
  CHECK(cache_kb("8.0", 50, 1024, ampere) == 192 - 100);
  CHECK(cache_kb("8.0", 100, 1024, ampere) == 192 - 164);
  CHECK(cache_kb("8.0", 0, 164 * 1024, ampere) == 192 - 164);
  CHECK_THROWS_WITH(cache_kb("8.0", 0, 165 * 1024, ampere),
                    "kernel k: a block needs 168960 bytes of scratchpad, the design has 167936");
  CHECK(cache_kb("9.0", 100, 1024, test::registers_apart(256 * 1024, 256 * 1024)) == 256 - 228);
  CHECK(cache_kb("7.0", 100, 1024, test::registers_apart(256 * 1024, 128 * 1024)) == 128 - 96);
  CHECK(cache_kb("8.6", 100, 1024, test::registers_apart(256 * 1024, 128 * 1024)) == 128 - 100);
  CHECK(cache_kb("7.5", 0, 0, test::registers_apart(256 * 1024, 96 * 1024)) == 96 - 32);
}

TEST_CASE("a pool smaller than the least size is refused") {
  const auto policy = PartitionRegistry::instance().make("carve-out", {{"carve_steps", std::string("7.5")}});
  CHECK(policy->refusal(test::registers_apart(65536, 16 * 1024)) ==
        "no size of partition.carve_steps leaves partition.least_cache_bytes (0) of the 16384 bytes of the pool");
  const auto least = PartitionRegistry::instance().make("carve-out", {{"least_cache_bytes", std::int64_t{16385}}});
  CHECK(least->refusal(test::registers_apart(65536, 16 * 1024)) ==
        "partition.least_cache_bytes is 16385, expected at most the 16384 bytes of the pool");
}

TEST_CASE("scratchpad that the system reserves for each block counts for the block") {
  SmCapacity hopper = test::registers_apart(256 * 1024, 256 * 1024);
  hopper.units.scratchpad_reserved = 1024;
  const PartitionResult got = divide({}, {{"k", 16, 256, 0}}, 0, hopper);
  CHECK(got.resident_blocks == 4);
  CHECK(got.scratchpad_bytes == 4 * 1024);
  CHECK(got.cache_bytes == (256 - 4) * 1024);
  CHECK(divide({}, {{"k", 16, 32, 31 * 1024}}, 0, hopper).resident_blocks == 8);  // 8 x 32 KB
}

TEST_CASE("kernels under one division get the scratchpad of the kernel that needs most") {
  const std::vector<KernelNeeds> kernels = {kNeedle, {"small", 16, 256, 100}};
  const PartitionResult small = divide({}, kernels, 1);
  CHECK(small.resident_blocks == 4);
  CHECK(small.cache_bytes == divide({}, kernels, 0).cache_bytes);
  CHECK(small.register_bytes + small.scratchpad_bytes + small.cache_bytes + small.idle_bytes ==
        kAllRegisters + kAllPool);
}

TEST_CASE("pairs of blocks share the carved-out scratchpad") {
  SmCapacity capacity = pool();
  capacity.sharing.private_per_mille = 100;
  const PartitionResult got = divide({}, {{"k", 16, 64, 15000}}, 0, capacity);  // 4 blocks, 5536 bytes are left
  CHECK(got.sharing.default_blocks == 4);
  CHECK(got.sharing.pairs == 3);
  CHECK(got.scratchpad_bytes == Approx(4.3 * 15000));
}

TEST_CASE("carve-out requires separate registers and one pool for scratchpad and cache") {
  const auto policy = PartitionRegistry::instance().make("carve-out");
  const std::string wants = "it needs separate registers and one pool for scratchpad and cache";
  CHECK(policy->refusal(pool()).empty());
  CHECK(policy->refusal(test::one_memory(65536)) == wants);
  CHECK(policy->refusal(test::one_memory(65536, 4096)) == wants);
  CHECK(policy->refusal(test::separate_storage(65536, 4096, 4096)) == wants);
  for (const char* other : {"unified", "integrated", "separate", "fermi-like"})
    CHECK_FALSE(PartitionRegistry::instance().make(other)->refusal(pool()).empty());
}

}  // namespace
}  // namespace unibank
