#include "policy/sharing.h"

#include <catch2/catch.hpp>
#include <set>

#include "policy/partition.h"
#include "support/storage.h"

namespace unibank {
namespace {

constexpr SharingRule kTenth{100, 4};

PartitionResult divide_sharing(const std::string& policy, SmCapacity capacity, const std::vector<KernelNeeds>& kernels,
                               std::size_t running = 0) {
  capacity.sharing = kTenth;
  return PartitionRegistry::instance().make(policy)->divide(capacity, kernels, running);
}

TEST_CASE("backprop in 16 KB: one block fits and a second shares with it") {
  // Example 3.1: 16384 - 9408 = 6976 bytes are left; 940.8 of them are needed.
  const BlockSharing got = share_blocks(kTenth, 16384, 0, 9408, 16);
  CHECK(got.default_blocks == 1);
  CHECK(got.pairs == 1);
  CHECK(got.private_bytes == 940);  // rounded down to a word
  CHECK(shared_scratchpad_bytes(kTenth, got, 9408) == Approx(1.1 * 9408));
  CHECK(share_blocks({100, 16}, 16384, 0, 9408, 16).private_bytes == 928);
  // Example 3.2 uses all that is left: t = 6976 / 9408 = 0.7415.
  CHECK(share_blocks({741, 4}, 16384, 0, 9408, 16).pairs == 1);
  CHECK(share_blocks({742, 4}, 16384, 0, 9408, 16).pairs == 0);
}

TEST_CASE("DCT3: 5 pairs and 2 unshared blocks rather than 6 pairs") {
  const BlockSharing got = share_blocks(kTenth, 16384, 0, 2176, 16);
  CHECK(got.resident_blocks() == 12);
  CHECK(got.unshared_blocks() == 2);
  // Slots 0 to 4 share with slots 7 to 11.
  for (unsigned slot = 0; slot < 12; ++slot) CHECK(got.shares(slot) == (slot < 5 || slot >= 7));
  for (unsigned pair = 0; pair < 5; ++pair) {
    CHECK(got.partner(pair) == pair + 7);
    CHECK(got.partner(pair + 7) == pair);
    CHECK(got.pair(pair + 7) == pair);
  }
}

TEST_CASE("a block limit reduces the pairs and may turn sharing off") {
  CHECK(share_blocks(kTenth, 16384, 0, 2176, 9).pairs == 2);
  CHECK(share_blocks(kTenth, 16384, 0, 2176, 9).unshared_blocks() == 5);
  for (unsigned limit = 1; limit <= 7; ++limit) {
    const BlockSharing off = share_blocks(kTenth, 16384, 0, 2176, limit);
    CHECK(off.pairs == 0);
    CHECK(off.resident_blocks() == limit);
    CHECK(off.private_bytes == 0);
  }
}

TEST_CASE("as many blocks can always run as without sharing and the bytes always fit") {
  for (unsigned bytes = 4; bytes <= 16384; bytes += 4) {
    for (const unsigned per_mille : {1u, 100u, 333u, 741u, 999u, 1000u}) {
      const SharingRule rule{per_mille, 4};
      const BlockSharing got = share_blocks(rule, 16384, 0, bytes, 24);
      CAPTURE(bytes, per_mille);
      REQUIRE(got.unshared_blocks() + got.pairs == std::min(24u, 16384 / bytes));
      REQUIRE(got.pairs <= got.default_blocks);
      REQUIRE(shared_scratchpad_bytes(rule, got, bytes) <= 16384 + 1e-6);
      REQUIRE(PairLayout(got, bytes, got.private_bytes).bytes() <= 16384);
      REQUIRE((per_mille != 1000 || got.pairs == 0));
      REQUIRE(got.resident_blocks() <= 24);
    }
  }
}

TEST_CASE("the blocks of a pair have separate private bytes and common shared bytes") {
  const BlockSharing sharing = share_blocks(kTenth, 4096, 0, 1200, 16);  // D = 3, 496 bytes are left, 120 a pair
  REQUIRE(sharing.default_blocks == 3);
  REQUIRE(sharing.pairs == 3);
  const PairLayout layout(sharing, 1200, 128);
  CHECK(layout.bytes() == 3 * 1200 + 3 * 128);
  std::set<std::uint64_t> taken;
  for (unsigned slot = 0; slot < 6; ++slot) {
    for (unsigned offset = 0; offset < 1200; offset += 4) {
      const std::uint64_t address = layout.address(slot, offset);
      REQUIRE(address < layout.bytes());
      const bool first = taken.insert(address).second;
      REQUIRE(first == (slot < 3 || offset < 120));
      if (!first) REQUIRE(address == layout.address(slot - 3, offset));
    }
  }
}

TEST_CASE("without pairs blocks lie one after the other") {
  BlockSharing none;
  none.default_blocks = 4;
  CHECK(PairLayout(none, 512, 0).address(3, 100) == 3 * 512 + 100);
  CHECK(PairLayout(none, 512, 0).bytes() == 4 * 512);
}

TEST_CASE("sharing adds 209 bits to the SM of table II") {
  CHECK(sharing_state_bits(16, 96) == 209);  // 1 + 16 x 5 + 96 + 8 x 4
  CHECK(sharing_state_bits(16, 64) == 177);
  CHECK(sharing_state_bits(32, 64) == 1 + 32 * 6 + 64 + 16 * 5);
  CHECK(sharing_state_bits(5, 10) == 1 + 5 * 3 + 10 + 2 * 3);
  CHECK(sharing_state_bits(1, 1) == 1 + 1 + 1);
}

TEST_CASE("fermi-like banks allow sharing as separate ones do") {
  SmCapacity capacity = test::separate_storage(256 * 1024, 16 * 1024, 48 * 1024);
  const PartitionResult got = divide_sharing("fermi-like", capacity, {{"backprop", 16, 256, 9408}});
  CHECK(got.resident_blocks == 2);
  CHECK(got.sharing.pairs == 1);
  CHECK(got.limited_by == "scratchpad");
  CHECK(got.register_bytes == 2 * 256 * 16 * 4);
  CHECK(got.register_bytes + got.scratchpad_bytes + got.idle_bytes == Approx(272 * 1024));
  // A register file that holds only one block turns sharing off.
  capacity.memories[0].bytes = 256 * 16 * 4;
  const PartitionResult one = divide_sharing("fermi-like", capacity, {{"backprop", 16, 256, 9408}});
  CHECK(one.resident_blocks == 1);
  CHECK(one.sharing.pairs == 0);
  CHECK(one.limited_by == "register file");
}

TEST_CASE("in unified banks an added block takes all of its registers and a tenth of its scratchpad") {
  const SmCapacity capacity = test::one_memory(64 * 1024);
  // 4096 bytes of registers and 9408 of scratchpad: 4 blocks fit, 11520 bytes are left, enough for 2 more of 5036.8.
  const PartitionResult got = divide_sharing("unified", capacity, {{"k", 16, 64, 9408}});
  CHECK(got.resident_blocks == 6);
  CHECK(got.sharing.pairs == 2);
  CHECK(got.sharing.unshared_blocks() == 2);
  CHECK(got.limited_by == "unified capacity");
  CHECK(got.register_bytes == 6 * 4096);
  CHECK(got.scratchpad_bytes == Approx(4 * 9408 + 2 * 940.8));
  CHECK(got.cache_bytes == Approx(65536 - 6 * 4096 - 4 * 9408 - 2 * 940.8));
  CHECK(got.idle_bytes == Approx(0).margin(1e-9));
}

TEST_CASE("a separate scratchpad beside unified banks is shared") {
  const SmCapacity capacity = test::one_memory(128 * 1024, 16 * 1024);
  const PartitionResult got = divide_sharing("unified", capacity, {{"k", 16, 64, 9408}});
  CHECK(got.resident_blocks == 2);
  CHECK(got.sharing.pairs == 1);
  CHECK(got.limited_by == "scratchpad");
  CHECK(got.cache_bytes == 128 * 1024 - 2 * 4096);
  CHECK(got.idle_bytes == Approx(16384 - 1.1 * 9408));
}

TEST_CASE("a separate scratchpad beside lines that hold registers is shared and one inside is not") {
  const PartitionResult apart =
      divide_sharing("integrated", test::memory_of_lines(128 * 1024, 16 * 1024), {{"k", 16, 64, 9408}});
  CHECK(apart.resident_blocks == 2);
  CHECK(apart.sharing.pairs == 1);
  CHECK(apart.idle_bytes == Approx(16384 - 1.1 * 9408));
  const PartitionResult inside = divide_sharing("integrated", test::memory_of_lines(128 * 1024), {{"k", 16, 64, 9408}});
  CHECK(inside.sharing.pairs == 0);
  CHECK(inside.resident_blocks == inside.sharing.default_blocks);
}

TEST_CASE("kernels under one division keep the blocks that sharing adds to each") {
  const SmCapacity capacity = test::one_memory(64 * 1024);
  const std::vector<KernelNeeds> kernels{{"k", 16, 64, 9408}, {"small", 16, 64, 400}};
  const PartitionResult got = divide_sharing("unified", capacity, kernels);
  const PartitionResult alone = divide_sharing("unified", capacity, {kernels[0]});
  CHECK(got.resident_blocks <= alone.resident_blocks);
  CHECK(got.sharing.pairs == 2);
  CHECK(got.resident_blocks == 6);
  const PartitionResult small = divide_sharing("unified", capacity, kernels, 1);
  CHECK(small.sharing.pairs == 0);
  CHECK(small.register_bytes <= got.register_bytes);
  for (const PartitionResult& one : {got, small}) {
    CHECK(one.register_bytes + one.scratchpad_bytes + one.cache_bytes + one.idle_bytes == Approx(65536));
  }
}

// nvidia/a100: blocks in units of 128 bytes, 1 KB of each for the system.
AllocationUnits ampere() {
  AllocationUnits units;
  units.scratchpad_bytes = 128;
  units.scratchpad_reserved = 1024;
  return units;
}

TEST_CASE("each block of a pair has its own bytes that the system reserves") {
  // Nine blocks of 16384 + 1024 bytes leave 11264 of 167936; an added block takes 1024 + 1638.4 of them.
  SmCapacity capacity = test::separate_storage(256 * 1024, 167936, 28 * 1024);
  capacity.units = ampere();
  for (const char* policy : {"separate", "fermi-like"}) {
    const PartitionResult got = divide_sharing(policy, capacity, {{"rms_norm", 16, 64, 16384}});
    CHECK(got.sharing.default_blocks == 9);
    CHECK(got.sharing.pairs == 4);
    CHECK(got.scratchpad_bytes == Approx(13 * 1024 + 9.4 * 16384));
    CHECK(got.register_bytes + got.scratchpad_bytes + got.idle_bytes == Approx(256 * 1024 + 167936));
  }
}

TEST_CASE("a pool that is carved out holds the reserve of every block of a pair") {
  SmCapacity capacity = test::registers_apart(256 * 1024, 192 * 1024);
  capacity.units = ampere();
  capacity.sharing = kTenth;
  const auto policy = PartitionRegistry::instance().make("carve-out", {{"carve_steps", std::string("8.0")}});
  const PartitionResult got = policy->divide(capacity, {{"rms_norm", 16, 64, 16384}}, 0);
  CHECK(got.resident_blocks == 13);
  CHECK(got.sharing.pairs == 4);
  CHECK(got.scratchpad_bytes == Approx(13 * 1024 + 9.4 * 16384));
  CHECK(got.cache_bytes == (192 - 164) * 1024);
}

TEST_CASE("the size of the carve-out counts the reserve of every block of a pair") {
  // Two blocks of 12 + 1 KB in 32 KB; two added ones take 2 x (1024 + 1228.8), so 31 KB are needed, not 29.
  SmCapacity capacity = test::registers_apart(256 * 1024, 32 * 1024);
  capacity.units.scratchpad_reserved = 1024;
  const PartitionResult got = divide_sharing("carve-out", capacity, {{"k", 16, 64, 12288}});
  CHECK(got.resident_blocks == 4);
  CHECK(got.scratchpad_bytes == Approx(4 * 1024 + 2.2 * 12288));
  CHECK(got.cache_bytes == 1024);
}

TEST_CASE("in unified banks an added block takes its registers and its reserve whole") {
  SmCapacity capacity = test::one_memory(64 * 1024);
  capacity.units = ampere();
  // 4096 bytes of registers, 1024 for the system, 9472 of scratchpad: 4 blocks, 7168 left, and 6067.2 for one more.
  const PartitionResult got = divide_sharing("unified", capacity, {{"k", 16, 64, 9408}});
  CHECK(got.sharing.default_blocks == 4);
  CHECK(got.sharing.pairs == 1);
  CHECK(got.scratchpad_bytes == Approx(5 * 1024 + 4.1 * 9472));
  CHECK(got.cache_bytes == Approx(65536 - 5 * 4096 - 5 * 1024 - 4.1 * 9472));
  const std::vector<KernelNeeds> kernels{{"k", 16, 64, 9408}, {"small", 16, 64, 400}};
  const PartitionResult one_of_two = divide_sharing("unified", capacity, kernels);
  CHECK(one_of_two.sharing.pairs == 1);
  CHECK(one_of_two.scratchpad_bytes == Approx(got.scratchpad_bytes));
}

TEST_CASE("the first shared byte is a tenth of what the kernel declares and not of what the block is given") {
  for (const char* policy : {"separate", "unified"}) {
    SmCapacity capacity = std::string(policy) == "unified" ? test::one_memory(64 * 1024)
                                                           : test::separate_storage(256 * 1024, 16 * 1024, 48 * 1024);
    const auto border = [&](const AllocationUnits& units) {
      capacity.units = units;
      const PartitionResult got = divide_sharing(policy, capacity, {{"k", 16, 64, 9408}});
      CHECK(got.sharing.pairs > 0);
      return got.sharing.private_bytes;
    };
    INFO(policy);
    CHECK(border({}) == 940);
    CHECK(border(ampere()) == 940);
    AllocationUnits reserve_alone;
    reserve_alone.scratchpad_reserved = 1024;
    CHECK(border(reserve_alone) == 940);
    AllocationUnits unit_alone;
    unit_alone.scratchpad_bytes = 512;
    CHECK(border(unit_alone) == 940);
  }
}

TEST_CASE("a block that the system's reserve no longer lets in is not added") {
  // Two blocks leave 2400 bytes: a tenth of 8192 is 819.2, with the reserve 1843.2.
  SmCapacity capacity = test::separate_storage(256 * 1024, 2 * 9216 + 2400, 48 * 1024);
  capacity.units.scratchpad_reserved = 1024;
  CHECK(divide_sharing("separate", capacity, {{"k", 16, 64, 8192}}).sharing.pairs == 1);
  capacity.memories[1].bytes = 2 * 9216 + 1843;
  const PartitionResult full = divide_sharing("separate", capacity, {{"k", 16, 64, 8192}});
  CHECK(full.resident_blocks == 2);
  CHECK(full.sharing.pairs == 0);
  CHECK(full.scratchpad_bytes == 2 * 9216);
}

}  // namespace
}  // namespace unibank
