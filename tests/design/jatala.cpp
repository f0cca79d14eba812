// The machine of Jatala et al., table II, and its variants.
#include <algorithm>
#include <catch2/catch.hpp>

#include "design/design_text.h"
#include "design/hardware_cost.h"
#include "design/load.h"

namespace unibank {
namespace {

Design jatala(const std::string& name) { return load_design("jatala/" + name).design; }

// The keys in which design `name` differs from design `from`, with the values of `name`.
std::string differs(const std::string& name, const std::string& from) {
  const LoadedDesign base = load_design("jatala/" + from), other = load_design("jatala/" + name);
  std::string all;
  for (const DesignValue& value : other.values) {
    const auto same = [&value](const DesignValue& one) {
      return one.section == value.section && one.key == value.key && one.value == value.value;
    };
    if (std::none_of(base.values.begin(), base.values.end(), same))
      all += value.section + "." + value.key + "=" + value.value + " ";
  }
  return all;
}

}  // namespace

TEST_CASE("unshared-lrr: the machine of Jatala et al. table II") {
  const Design design = jatala("unshared-lrr");
  CHECK(design.gpu.sms == 14);
  CHECK(design.interconnect.sms_per_port == 1);  // 14 clusters of one core
  CHECK(design.energy.frequency_ghz == 0.732);
  CHECK(design.layout.name == "separate");
  CHECK(design.storage.scratchpad_bytes == 16 * kKb);
  CHECK(design.storage.register_bytes == 4 * 65536);
  CHECK(design.sm.max_blocks == 16);
  CHECK(design.sm.max_threads == 3072);
  CHECK(design.sm.max_warps == 3072 / 32);
  CHECK(design.warp_order.name == "lrr");
  CHECK(design.sm.schedulers == 4);
  CHECK(design.storage.cache_bytes == 16 * kKb);
  CHECK(design.l2.bytes == 1536 * kKb);
  CHECK(design.blocks.of("dram").model == "fr-fcfs");
  CHECK(design.dram.clock_ratio == Approx(924.0 / 732).epsilon(0.001));
  CHECK(design.partition.name == "separate");
  CHECK(design.sm.block_ends == BlockEnd::kAnswered);
  CHECK(design.interconnect.latency == 62);  // calibrated on DCT1's cycles
  CHECK(design.partition_scope == PartitionScope::kKernel);
  CHECK(design.scratchpad_gate.name == "open");
  CHECK(design.capacity().sharing.private_per_mille == 1000);
}

TEST_CASE("the baselines of Jatala et al. figure 18 differ in the order of warps") {
  CHECK(differs("unshared-gto", "unshared-lrr") == "warp_order.policy=\"gto\" ");
  CHECK(differs("unshared-two-level", "unshared-lrr") == "warp_order.policy=\"two-level\" warp_order.active_warps=6 ");
}

TEST_CASE("each design of Jatala et al. figure 16 differs from an earlier one in one part") {
  const Design first = jatala("shared-noopt");
  CHECK(first.scratchpad_gate.name == "sharing");
  CHECK(first.capacity().sharing.private_per_mille == 100);
  CHECK(first.warp_order.name == "lrr");
  CHECK_THAT(differs("shared-noopt", "unshared-lrr"), Catch::StartsWith("scratchpad_gate.policy=\"sharing\" "));
  CHECK(differs("shared-owf", "shared-noopt") == "warp_order.policy=\"owf\" warp_order.unshared_first=0 ");
  CHECK(differs("shared-owf-reorder", "shared-owf") == "kernel.scratchpad_order=\"reordered\" ");
  CHECK(differs("shared-owf-postdom", "shared-owf-reorder") == "kernel.release=\"post-dominator\" ");
  CHECK(differs("shared-owf-opt", "shared-owf-reorder") == "kernel.release=\"optimal\" ");
}

TEST_CASE("sharing adds 209 bits to an SM of Jatala et al.") {
  CHECK(hardware_cost(jatala("shared-owf-opt")).gate_bits == 209);
  CHECK(hardware_cost(jatala("unshared-lrr")).gate_bits == 0);
}

}  // namespace unibank
