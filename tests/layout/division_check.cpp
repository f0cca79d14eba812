// Checks of divisions of one memory, of one memory beside a separate scratchpad, and of a memory whose lines hold
// registers.
#include "layout/division_check.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <random>

#include "layout/storage_layout.h"
#include "support/storage.h"

namespace unibank {
namespace {

// Why the layout of this name refuses the division; empty if it takes it.
std::string refused(const char* layout, const SmCapacity& capacity, const KernelNeeds& kernel,
                    const PartitionResult& division) {
  return division_refusal(*StorageLayoutRegistry::instance().make(layout), capacity, kernel, division);
}

PartitionResult given(unsigned blocks, unsigned sets, unsigned threads = 64) {
  PartitionResult division;
  division.resident_blocks = blocks;
  division.resident_threads = blocks * threads;
  division.resident_warps = blocks * threads / 32;
  division.cache_sets = sets;
  return division;
}

const KernelNeeds kKernel = {"k", 16, 64, 1000};  // 4096 bytes of registers per block

TEST_CASE("registers, scratchpad and cache together have the bytes of one memory") {
  const SmCapacity capacity = test::one_memory(64 * 1024);
  CHECK(refused("unified", capacity, kKernel, given(4, 88)).empty());  // 20384 + 45056 of 65536
  CHECK(refused("unified", capacity, kKernel, given(4, 89)) ==
        "16384 bytes of registers and 4000 of scratchpad and 45568 of cache for 4 resident blocks, the design has "
        "65536");
}

TEST_CASE("a separate scratchpad takes nothing from the memory of registers and cache") {
  const SmCapacity capacity = test::one_memory(64 * 1024, 4096);
  CHECK(refused("unified-scratchpad-apart", capacity, kKernel, given(4, 96)).empty());
  CHECK(refused("unified-scratchpad-apart", capacity, kKernel, given(4, 97)) ==
        "16384 bytes of registers and 49664 of cache for 4 resident blocks, the design has 65536");
  CHECK(refused("unified-scratchpad-apart", capacity, kKernel, given(5, 0)) ==
        "5000 bytes of scratchpad for 5 resident blocks, the design has 4096");
}

TEST_CASE("where registers are lines all sets are the cache's and all lines are the registers'") {
  const SmCapacity capacity = test::memory_of_lines(64 * 1024, 8192);
  CHECK(refused("integrated", capacity, kKernel, given(8, 128)).empty());
  CHECK(refused("integrated", capacity, kKernel, given(8, 129)) ==
        "66048 bytes of cache for 8 resident blocks, the design has 65536");
  const KernelNeeds many = {"k", 64, 256, 0};
  CHECK(refused("integrated", capacity, many, given(2, 128, 256)) ==
        "131072 bytes of registers for 2 resident blocks, the design has 65536");
}

TEST_CASE("a division's own byte counts are used where they are larger") {
  PartitionResult division = given(1, 0);
  division.scratchpad_bytes = 5000;
  CHECK(refused("unified-scratchpad-apart", test::one_memory(64 * 1024, 4096), kKernel, division) ==
        "5000 bytes of scratchpad for 1 resident block, the design has 4096");
}

TEST_CASE("resident threads and warps are those of the resident blocks") {
  const SmCapacity capacity = test::one_memory(64 * 1024);
  PartitionResult division = given(4, 0);
  division.resident_threads += 32;
  CHECK(refused("unified", capacity, kKernel, division) == "288 resident threads; expected 256, 4 x 64");
  division = given(4, 0);
  division.resident_warps = 0;
  CHECK(refused("unified", capacity, kKernel, division) == "0 resident warps; expected 8, 4 x 2");
}

TEST_CASE("no part of a division is negative") {
  const SmCapacity capacity = test::one_memory(64 * 1024);
  const std::pair<double PartitionResult::*, const char*> parts[] = {
      {&PartitionResult::register_bytes, "registers"},
      {&PartitionResult::scratchpad_bytes, "scratchpad"},
      {&PartitionResult::cache_bytes, "cache"},
      {&PartitionResult::idle_bytes, "idle memory"}};
  for (const auto& [part, name] : parts) {
    PartitionResult division = given(4, 0);
    division.*part = -1e-9;  // rounding
    CHECK(refused("unified", capacity, kKernel, division).empty());
    division.*part = -1024;
    CHECK(refused("unified", capacity, kKernel, division) ==
          "-1024 bytes of " + std::string(name) + "; expected 0 or more");
    division.*part = std::nan("");
    CHECK_FALSE(refused("unified", capacity, kKernel, division).empty());
  }
}

TEST_CASE("blocks that were added by sharing scratchpad take its private part") {
  SmCapacity capacity = test::one_memory(64 * 1024, 4500);
  capacity.sharing.private_per_mille = 100;
  PartitionResult division = given(8, 0);
  division.sharing.default_blocks = 4;
  division.sharing.pairs = 4;  // 4 x 1000 + 4 x 100
  CHECK(refused("unified-scratchpad-apart", capacity, kKernel, division).empty());
  capacity.memories[1].bytes = 4399;
  CHECK(refused("unified-scratchpad-apart", capacity, kKernel, division) ==
        "4400 bytes of scratchpad for 8 resident blocks, the design has 4399");
}

TEST_CASE("blocks that were added by sharing scratchpad take the whole of what the system reserves") {
  SmCapacity capacity = test::one_memory(64 * 1024, 4400 + 8 * 512);
  capacity.sharing.private_per_mille = 100;
  capacity.units.scratchpad_reserved = 512;
  PartitionResult division = given(8, 0);
  division.sharing.default_blocks = 4;
  division.sharing.pairs = 4;  // 4 x 1000 + 4 x 100 + 8 x 512
  CHECK(refused("unified-scratchpad-apart", capacity, kKernel, division).empty());
  capacity.memories[1].bytes -= 1;
  CHECK(refused("unified-scratchpad-apart", capacity, kKernel, division) ==
        "8496 bytes of scratchpad for 8 resident blocks, the design has 8495");
}

StorageShape random_shape(std::mt19937& random, const StorageLayout& layout) {
  StorageShape shape;
  for (const StorageSize& size : layout.sizes()) shape.*size.bytes = (1 + random() % 256) * 1024;
  // Where registers are lines, the number of sets must be a power of two.
  if (layout.integrated()) shape.unified_bytes = 32768u << random() % 4;
  if (layout.integrated() && random() % 2) shape.scratchpad_bytes = 0;
  return shape;
}

SmCapacity random_capacity(std::mt19937& random, const StorageLayout& layout) {
  SmCapacity capacity;
  for (const StorageMemory& memory : layout.memories(random_shape(random, layout))) capacity.memories.push_back(memory);
  capacity.integrated = layout.integrated();
  capacity.sharing.private_per_mille = random() % 2 && !capacity.integrated ? 1 + random() % 1000 : 1000;
  if (random() % 2) capacity.units.registers = 64;
  if (random() % 2) capacity.units.scratchpad_bytes = 128;
  if (random() % 2) capacity.units.scratchpad_reserved = 1024;
  return capacity;
}

TEST_CASE("no partition of the library gives more bytes than its layout has") {
  std::mt19937 random(7);
  std::map<std::string, unsigned> divided;
  for (const std::string& name : StorageLayoutRegistry::instance().names()) {
    const auto layout = StorageLayoutRegistry::instance().make(name);
    for (unsigned i = 0; i < 1000; ++i) {
      const SmCapacity capacity = random_capacity(random, *layout);
      std::vector<KernelNeeds> kernels(1 + random() % 2);
      for (KernelNeeds& kernel : kernels) {
        const auto bytes = random() % 3 == 0 ? 0 : static_cast<double>(random() % 80000) / 8;
        const unsigned registers = 4 + random() % 60, warps = 1 + random() % 16;
        kernel = {"k", registers, 32 * warps, bytes};
      }
      for (const std::string& partition : PartitionRegistry::instance().names()) {
        const auto policy = PartitionRegistry::instance().make(partition);
        if (!policy->refusal(capacity).empty()) continue;
        PartitionResult division;
        try {
          division = policy->divide(capacity, kernels, 0);
        } catch (const InputError&) {
          continue;
        }
        ++divided[name];
        INFO(name << " divided by " << partition);
        CHECK(division_refusal(*layout, capacity, kernels[0], division).empty());
      }
    }
    CHECK(divided[name] > 300);
  }
}

}  // namespace
}  // namespace unibank
