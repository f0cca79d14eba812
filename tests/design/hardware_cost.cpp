// Bits of registers, cache data, tags and line states, compared with formulas and with published values.
#include "design/hardware_cost.h"

#include <catch2/catch.hpp>

#include "design/load.h"

using namespace unibank;

namespace {

Design integrated(unsigned kilobytes, unsigned ways) {
  Design design;
  design.layout.name = "integrated";
  design.storage.unified_bytes = kilobytes * 1024;
  design.storage.register_bytes = design.storage.cache_bytes = 0;
  design.partition.name = "integrated";
  design.cache.ways = ways;
  return design;
}

Design separate(unsigned register_kb, unsigned cache_kb) {
  Design design;
  design.storage.register_bytes = register_kb * 1024;
  design.storage.cache_bytes = cache_kb * 1024;
  return design;
}

}  // namespace

TEST_CASE("the integrated array of 128 KB has the published cost of Jing et al.") {
  const HardwareCost cost = hardware_cost(integrated(128, 4));
  CHECK(cost.lines == 1024);
  CHECK(cost.tag_bits == 17);
  CHECK(cost.state_bits == 2);
  CHECK(cost.tag_kb() == 2.125);
  CHECK(cost.state_kb() == 0.25);
  CHECK(cost.total_kb() == 130.375);
  CHECK(cost.bits_beside_data() == 1024 * (17 + 2));
}

TEST_CASE("the separate register file and 16 KB cache cost about 144 KB and 0.3 KB of them tags") {
  const HardwareCost cost = hardware_cost(separate(128, 16));
  CHECK(cost.lines == 128);
  CHECK(cost.tag_bits == 32 - 7 - 5);  // 32 sets
  CHECK(cost.tag_kb() == 128 * 20 / 8192.0);
  CHECK(cost.state_kb() == 0);
  CHECK(cost.total_kb() == 128 + 16 + 0.3125);
}

TEST_CASE("a tag has the bits of 2^25 lines that the set number does not have") {
  for (const unsigned kilobytes : {32, 64, 128, 256, 512}) {
    for (const unsigned ways : {1, 2, 4, 8, 16}) {
      const HardwareCost cost = hardware_cost(integrated(kilobytes, ways));
      const unsigned lines = kilobytes * 8, sets = lines / ways;
      INFO(kilobytes << " KB, " << ways << " ways");
      CHECK(cost.lines == lines);
      CHECK(sets << cost.tag_bits == 1u << 25);
      CHECK(cost.total_kb() == kilobytes + lines * (cost.tag_bits + 2) / 8192.0);
    }
  }
}

TEST_CASE("sets that are not a power of two leave part of a bit and it counts as a whole one") {
  const HardwareCost cost = hardware_cost(separate(128, 48));  // 96 sets of 4
  CHECK(cost.lines == 384);
  CHECK(cost.tag_bits == 19);  // 2^25 / 96 = 349525.3, between 2^18 and 2^19
}

TEST_CASE("Gebhart's 64 KB of cache have 1.125 KB of tags") {
  CHECK(hardware_cost(Design()).tag_kb() == 1.125);
}

TEST_CASE("tags of a unified memory serve a cache of 32 KB") {
  // Gebhart 2012, section 4.1: 7.125 KB for 384 KB; 64 sets leave 19 of 25 bits.
  const auto tags = [](const char* name, const std::vector<std::string>& overrides = {}) {
    const HardwareCost cost = hardware_cost(load_design(name, {}, overrides).design);
    return std::to_string(cost.lines) + " x " + std::to_string(cost.tag_bits);
  };
  CHECK(hardware_cost(load_design("gebhart2012/unified-384k").design).tag_kb() == 7.125);
  CHECK(tags("gebhart2012/unified-384k") == "3072 x 19");
  CHECK(tags("gebhart2012/unified-256k") == "2048 x 19");
  CHECK(tags("gebhart2012/unified-128k") == "1024 x 19");
  CHECK(tags("jing2016/unified-128k") == "1024 x 19");
  CHECK(tags("crossover/unified") == "1536 x 19");
  CHECK(tags("gebhart2012/unified-384k", {"cache.ways=8"}) == "3072 x 20");            // 32 sets
  CHECK(tags("gebhart2012/unified-384k", {"storage.unified_bytes=16384"}) == "128 x 20");  // never more than 16 KB
  CHECK(tags("gebhart2012/partitioned") == "512 x 18");  // always 128 sets
  CHECK(tags("gebhart2012/fermi-like-96-32") == "256 x 19");
}

TEST_CASE("tags of a pool serve the cache that is left beside the largest scratchpad") {
  const auto bits = [](const std::vector<std::string>& overrides) {
    return hardware_cost(load_design("nvidia/v100", {}, overrides).design).tag_bits;
  };
  CHECK(bits({}) == 21);  // 128 - 96 KB: 16 sets of 16 lines
  CHECK(bits({"partition.carve_steps=any", "partition.least_cache_bytes=65536"}) == 20);
  CHECK(bits({"partition.carve_steps=any", "partition.least_cache_bytes=8192"}) == 23);
  CHECK(bits({"partition.carve_steps=any"}) == 21);  // no least size: 32 KB
  CHECK(hardware_cost(load_design("crossover/pooled").design).tag_bits == 19);
  CHECK(hardware_cost(load_design("nvidia/a100").design).tag_bits == 22);  // 192 - 164 KB: 14 sets
  CHECK(hardware_cost(load_design("today/run-time-carve-out").design).tag_bits == 22);
}

TEST_CASE("write-back of global or local stores needs a dirty bit for each line") {
  Design design = separate(128, 16);
  design.cache.global_stores = StorePolicy::kWriteEvict;
  CHECK(hardware_cost(design).state_bits == 0);
  design.cache.local_stores = StorePolicy::kWriteBack;
  CHECK(hardware_cost(design).state_bits == 1);
  design.cache.local_stores = StorePolicy::kWriteThrough;
  design.cache.global_stores = StorePolicy::kWriteBack;
  CHECK(hardware_cost(design).state_kb() == 128 / 8192.0);
  CHECK(hardware_cost(design).dirty_bits == 128);  // a line's bytes
  CHECK_THAT(hardware_cost_text(design),
             Catch::Contains("  dirty   16384 bits in addition: 128 lines x 128 (cache.dirty_bits)\n"));
  design.cache.dirty_bits = DirtyBits::kSector;
  CHECK(hardware_cost(design).dirty_bits == 4);
  design.cache.dirty_bits = DirtyBits::kLine;
  CHECK(hardware_cost(design).bits_beside_data() == 128 * (20 + 1));
}

TEST_CASE("a line that is filled by sectors has four valid bits instead of one") {
  Design design = separate(128, 16);
  const unsigned without = hardware_cost(design).state_bits;
  design.cache.fetch = FetchUnit::kSectors;
  CHECK(hardware_cost(design).state_bits == without + 3);
}

TEST_CASE("without a cache there are no tags") {
  const HardwareCost cost = hardware_cost(separate(128, 0));
  CHECK(cost.tag_kb() == 0);
  CHECK(cost.total_kb() == 128);
}

TEST_CASE("scratchpad sharing adds 209 bits to 16 block slots and 96 warps") {
  Design design = separate(256, 16);
  design.sm.max_blocks = 16;
  design.sm.max_warps = 96;
  CHECK(hardware_cost(design).gate_bits == 0);
  const std::string open = hardware_cost_text(design);
  design.scratchpad_gate.name = "sharing";
  CHECK(hardware_cost(design).gate_bits == 209);
  CHECK(hardware_cost(design).bits_beside_data() == 128 * 20 + 209);
  CHECK(hardware_cost_text(design) == open + "  gate    209 bits in addition: 16 block slots, 96 warps\n");
  design.storage.cache_bytes = 0;
  CHECK(hardware_cost(design).gate_bits == 209);
}

TEST_CASE("LRF and ORF are counted for the warps that may own entries") {
  Design design = separate(128, 16);
  design.sm.schedulers = 2;
  design.sm.max_warps = 48;
  design.register_hierarchy.lrf_entries = 1;
  design.register_hierarchy.orf_entries = 4;
  CHECK(hardware_cost(design).file_bits == 0);
  const std::string without = hardware_cost_text(design);
  design.register_hierarchy.enabled = true;
  design.warp_order.name = "gto";
  CHECK(hardware_cost(design).file_bits == 48 * 32 * 32 * (1 + 4));
  design.warp_order.name = "two-level";
  design.warp_order.values = {{"active_warps", 6}};
  CHECK(hardware_cost(design).file_bits == 2 * 6 * 32 * 32 * (1 + 4));
  CHECK(hardware_cost(design).bits_beside_data() == 128 * 20 + 2 * 6 * 32 * 32 * (1 + 4));
  CHECK(hardware_cost_text(design) == without + "  files   61440 bits in addition: 12 warps x 5 registers\n");
  design.warp_order.values = {{"active_warps", 64}};  // a scheduler has 24
  design.register_hierarchy.lrf_entries = 0;
  CHECK(hardware_cost(design).file_bits == 48 * 32 * 32 * 4);
}

TEST_CASE("show ends with the cost") {
  CHECK(hardware_cost_text(integrated(128, 4)) ==
        "  data    128 KB\n"
        "  tags    2.125 KB: 1024 lines x 17 bits\n"
        "  states  0.25 KB: 1024 lines x 2 bits\n"
        "  total   130.375 KB\n");
  const LoadedDesign loaded = load_design("gebhart2012/partitioned");
  const std::string text = show_text(loaded), end = hardware_cost_text(loaded.design);
  REQUIRE(text.size() > end.size());
  CHECK(text.substr(text.size() - end.size()) == end);
  CHECK(end.find("  tags    1.125 KB: 512 lines x 18 bits\n") != std::string::npos);
}

TEST_CASE("warps that take turns with registers cost bits for each warp") {
  const Design plain = load_design("nvidia/a100").design, turns = load_design("today/regmutex").design;
  // 64 warps: one bit that it holds a section, one for each section, its number of 6 bits, and one for each lane.
  CHECK(hardware_cost(turns).bits_beside_data() - hardware_cost(plain).bits_beside_data() == 64 * (1 + 1 + 6 + 32));
  CHECK_THAT(hardware_cost_text(turns), Catch::Contains("turns   2560 bits in addition: 64 warps"));
  CHECK(hardware_cost_text(plain).find("turns") == std::string::npos);
}

TEST_CASE("lines kept in idle registers cost tags for all registers and what is known of loads") {
  const Design plain = load_design("today/whole-lines").design, keeps = load_design("today/linebacker").design;
  const HardwareCost cost = hardware_cost(keeps);
  // 256 KB of registers: 2048 lines, each with the tag of a victim and of an evicted line: 2^25 lines of memory in 48
  // sets. Lines of cache: the load's hash. 32 loads: two counts up to 5000, and whether the load is chosen.
  CHECK(cost.line_policy_bits == 2048 * 2 * 20 + cost.lines * 5 + 32 * (13 + 13 + 1));
  CHECK(cost.bits_beside_data() - hardware_cost(plain).bits_beside_data() == cost.line_policy_bits);
  CHECK_THAT(hardware_cost_text(keeps),
             Catch::Contains("lines   " + std::to_string(cost.line_policy_bits) +
                             " bits in addition: 2048 lines of registers, 1536 of cache (line_policy.policy)\n"));
  CHECK(hardware_cost_text(plain).find("lines  ") == std::string::npos);
}

TEST_CASE("an entry of the reuse cache of operands has a register of a warp and says which") {
  const Design with = load_design("nvidia/a100").design;
  const Design without = load_design("nvidia/a100", {}, {"sm.operand_reuse=false"}).design;
  // 8 banks x 3 operands: 32 values of 32 bits, one of 64 warps, one of 256 registers, the clusters that were read.
  const unsigned bits = 8 * 3 * (32 * 32 + 6 + 8 + 8);
  CHECK(hardware_cost(with).bits_beside_data() - hardware_cost(without).bits_beside_data() == bits);
  CHECK(hardware_cost_text(with) == hardware_cost_text(without) +
                                        "  reuse   25104 bits in addition: 24 registers of warps x 1046 "
                                        "(sm.operand_reuse)\n");
}
