// The machine of Jing et al. 2016, table I, and its variants.
#include <catch2/catch.hpp>

#include "design/design_text.h"
#include "design/hardware_cost.h"
#include "design/load.h"

namespace unibank {
namespace {

Design jing(const std::string& name) { return load_design("jing2016/" + name).design; }

}  // namespace

TEST_CASE("separate-16k: the machine of Jing 2016 table I") {
  const Design design = jing("separate-16k");
  CHECK(design.gpu.sms == 15);
  CHECK(design.sm.schedulers == 2);
  CHECK(design.warp_order.name == "gto");
  CHECK(design.sm.max_threads == 1536);
  CHECK(design.sm.max_warps == 48);
  CHECK(design.sm.max_blocks == 8);
  CHECK(design.layout.name == "separate");
  CHECK(design.storage.register_bytes == 128 * kKb);
  CHECK(design.sm.clusters * design.sm.banks_per_cluster == 32);
  CHECK(design.storage.scratchpad_bytes == 48 * kKb);
  CHECK(design.storage.cache_bytes == 16 * kKb);
  CHECK(design.storage.cache_bytes / design.capacity().cache_set_bytes == 32);  // sets, section II-A
  CHECK(design.l2.bytes == 12 * 64 * kKb);
  CHECK(design.l2.slices == 12);
  CHECK(design.l2.ways == 8);
  CHECK(design.partition.name == "separate");
  CHECK(design.register_store.name == "banks");
  CHECK(design.cache.global_stores == StorePolicy::kWriteEvict);
  CHECK(design.cache.local_stores == StorePolicy::kWriteBack);
  CHECK(design.storage.bank_ports == BankPorts::kOneReadOrWrite);
  CHECK_FALSE(design.register_hierarchy.enabled);
}

TEST_CASE("the banks of Jing's variants have one port") {
  for (const char* name : {"separate-48k", "separate-16k-rf-256k", "unified-128k", "unified-144k", "integrated-fair",
                           "integrated-prioritized"}) {
    INFO(name);
    CHECK(jing(name).storage.bank_ports == BankPorts::kOneReadOrWrite);
  }
}

TEST_CASE("two schedulers of Jing's machine have their own ALUs and share one special function unit") {
  const Design::Sm sm = jing("separate-16k").sm;
  CHECK(32 / sm.lanes == 1);                                        // cycles that a warp takes of its scheduler's ALUs
  CHECK(32 / (sm.special_function_lanes * sm.schedulers) == 4);     // cycles that a warp takes of both halves
}

TEST_CASE("Jing's DRAM has the bandwidth of six GDDR5 channels") {
  const Design design = jing("separate-16k");
  const double clock_mhz = design.energy.frequency_ghz * 1000;
  CHECK(design.dram.channels == 6);
  const PolicyValues dram = design.blocks.of("dram").values;
  CHECK(double{dram.at("bytes_per_cycle")} == Approx(2 * 4 * 4 * 924 / clock_mhz).margin(0.5));
  CHECK(double{dram.at("latency")} == Approx(100 + (12 + 12 + 4) * clock_mhz / 924).margin(0.5));
}

TEST_CASE("Jing's baseline takes about 144 KB with a dirty bit a line and its energies are those of table III") {
  const Design design = jing("separate-16k");
  CHECK(hardware_cost(design).total_kb() == 128 + 16 + 128 * (20 + 1) / 8192.0);
  CHECK(design.energy.table == "jing2016");
}

TEST_CASE("Jing's variants differ from the baseline in one size") {
  const auto differs_in = [](const std::string& name) {
    const LoadedDesign base = load_design("jing2016/separate-16k"), other = load_design("jing2016/" + name);
    std::string all;
    for (std::size_t i = 0; i < base.values.size(); ++i) {
      const DesignValue& value = other.values.at(i);
      if (value.value != base.values[i].value) all += value.section + "." + value.key + "=" + value.value + " ";
    }
    return all;
  };
  CHECK(differs_in("separate-48k") == "storage.cache_bytes=49152 ");
  CHECK(differs_in("separate-64k") == "storage.cache_bytes=65536 ");
  CHECK(differs_in("separate-128k") == "storage.cache_bytes=131072 ");
  CHECK(differs_in("separate-16k-rf-64k") == "storage.register_bytes=65536 ");
  CHECK(differs_in("separate-16k-rf-256k") == "storage.register_bytes=262144 ");
}

TEST_CASE("Jing's unified rival has one memory for registers and L1D and a separate scratchpad") {
  for (const unsigned kb : {128u, 144u}) {
    const Design design = jing("unified-" + std::to_string(kb) + "k");
    CHECK(design.layout.name == "unified-scratchpad-apart");
    CHECK(design.storage.unified_bytes == kb * kKb);
    CHECK(design.capacity().alone(Part::kScratchpad));
    CHECK(design.capacity().together(Part::kRegisters, Part::kCache));
    CHECK(design.storage.scratchpad_bytes == 48 * kKb);
    CHECK(design.capacity_kb() == kb + 48);
    CHECK(design.partition.name == "unified");
    CHECK(design.partition_scope == PartitionScope::kKernel);
    CHECK(design.gpu.sms == 15);
  }
}

}  // namespace unibank
