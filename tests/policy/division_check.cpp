// Divisions of one memory, of one with a scratchpad apart, and of one whose lines hold registers.
#include "policy/division_check.h"

#include <catch2/catch.hpp>
#include <random>

namespace unibank {
namespace {

SmCapacity array_of(std::uint64_t bytes, std::uint64_t scratchpad) {
  SmCapacity capacity;
  capacity.unified = true;
  capacity.unified_bytes = bytes;
  capacity.scratchpad_bytes = scratchpad;
  return capacity;
}

PartitionResult given(unsigned blocks, unsigned sets) {
  PartitionResult division;
  division.resident_blocks = blocks;
  division.cache_sets = sets;
  return division;
}

const KernelNeeds kKernel = {"k", 16, 64, 1000};  // 4096 bytes of registers a block

TEST_CASE("registers, scratchpad and cache together have the bytes of one memory") {
  const SmCapacity capacity = array_of(64 * 1024, 0);
  CHECK(division_refusal(capacity, kKernel, given(4, 88), false).empty());  // 20384 + 45056 of 65536
  CHECK(division_refusal(capacity, kKernel, given(4, 89), false) ==
        "16384 bytes of registers and 4000 of scratchpad and 45568 of cache for 4 resident blocks, the design has "
        "65536");
}

TEST_CASE("a scratchpad apart takes nothing of the memory of registers and cache") {
  const SmCapacity capacity = array_of(64 * 1024, 4096);
  CHECK(division_refusal(capacity, kKernel, given(4, 96), false).empty());
  CHECK(division_refusal(capacity, kKernel, given(4, 97), false) ==
        "16384 bytes of registers and 49664 of cache for 4 resident blocks, the design has 65536");
  CHECK(division_refusal(capacity, kKernel, given(5, 0), false) ==
        "5000 bytes of scratchpad for 5 resident blocks, the design has 4096");
}

TEST_CASE("where registers are lines all sets are the cache's and all lines are the registers'") {
  const SmCapacity capacity = array_of(64 * 1024, 8192);
  CHECK(division_refusal(capacity, kKernel, given(8, 128), true).empty());
  CHECK(division_refusal(capacity, kKernel, given(8, 129), true) ==
        "66048 bytes of cache for 8 resident blocks, the design has 65536");
  const KernelNeeds many = {"k", 64, 256, 0};
  CHECK(division_refusal(capacity, many, given(2, 128), true) ==
        "131072 bytes of registers for 2 resident blocks, the design has 65536");
}

TEST_CASE("what a division says of itself counts where it is more") {
  PartitionResult division = given(1, 0);
  division.scratchpad_bytes = 5000;
  CHECK(division_refusal(array_of(64 * 1024, 4096), kKernel, division, false) ==
        "5000 bytes of scratchpad for 1 resident block, the design has 4096");
}

TEST_CASE("blocks that were added by sharing scratchpad take its private part") {
  SmCapacity capacity = array_of(64 * 1024, 4500);
  capacity.sharing.private_per_mille = 100;
  PartitionResult division = given(8, 0);
  division.sharing.default_blocks = 4;
  division.sharing.pairs = 4;  // 4 x 1000 + 4 x 100
  CHECK(division_refusal(capacity, kKernel, division, false).empty());
  capacity.scratchpad_bytes = 4399;
  CHECK(division_refusal(capacity, kKernel, division, false) ==
        "4400 bytes of scratchpad for 8 resident blocks, the design has 4399");
}

SmCapacity random_storage(std::mt19937& random) {
  const auto kb = [&random](unsigned most) { return std::uint64_t{1 + random() % most} * 1024; };
  SmCapacity capacity;
  capacity.unified = random() % 2;
  if (capacity.unified) capacity.unified_bytes = kb(384);
  else capacity.register_bytes = kb(256), capacity.cache_bytes = kb(64);
  if (!capacity.unified || random() % 2) capacity.scratchpad_bytes = kb(64);
  capacity.sharing.private_per_mille = random() % 2 ? 1000 : 1 + random() % 1000;
  if (random() % 2) capacity.units.registers = 64;
  if (random() % 2) capacity.units.scratchpad_bytes = 128;
  return capacity;
}

TEST_CASE("no partition of the library gives more than there is") {
  std::mt19937 random(7);
  unsigned divided = 0;
  for (unsigned i = 0; i < 4000; ++i) {
    const SmCapacity capacity = random_storage(random);
    std::vector<KernelNeeds> kernels(1 + random() % 2);
    for (KernelNeeds& kernel : kernels)
      kernel = {"k", 4 + random() % 60, 32 * (1 + random() % 16), (random() % 80000) / 8.0};
    for (const std::string& name : PartitionRegistry::instance().names()) {
      const auto policy = PartitionRegistry::instance().make(name);
      if (!policy->refusal(capacity).empty()) continue;
      if (policy->registers_are_lines() && capacity.unified_bytes % (64 * 1024) != 0) continue;  // no power of two
      PartitionResult division;
      try {
        division = policy->divide(capacity, kernels, 0);
      } catch (const InputError&) {
        continue;
      }
      ++divided;
      INFO(name);
      CHECK(division_refusal(capacity, kernels[0], division, policy->registers_are_lines()).empty());
    }
  }
  CHECK(divided > 1000);
}

}  // namespace
}  // namespace unibank
