#include "design/check.h"

#include <algorithm>

#include "design/check_policies.h"
#include "design/legality.h"
#include "design/register_addresses.h"
#include "design/schema.h"

namespace unibank {
namespace {

using Refuse = std::function<void(const std::string&, const std::string&)>;

constexpr unsigned kWarpsAScheduler = 64;  // bits of a WarpSet

std::string is(std::uint64_t value) { return " is " + std::to_string(value); }

// `why` names the other keys that count: one of them may be the one that the user has given (Builder::override_in).
void check_multiple(std::uint64_t bytes, const char* name, unsigned unit, const std::string& why,
                    const Refuse& refuse) {
  if (bytes % unit != 0) {
    refuse(name, std::string(name) + is(bytes) + ", expected a multiple of " + std::to_string(unit) + ": " + why);
  }
}

void check_sm(const Design& design, const Refuse& refuse) {
  const Design::Sm& sm = design.sm;
  if (kWarpSize % sm.lanes != 0 && sm.lanes % kWarpSize != 0 && sm.lanes != kWarpSize * 3 / 2) {
    refuse("sm.lanes", "sm.lanes" + is(sm.lanes) + ", expected a divisor of the 32 threads of a warp, or 48 or 64");
  }
  if (kWarpSize % sm.special_function_lanes != 0) {
    refuse("sm.special_function_lanes", "sm.special_function_lanes" + is(sm.special_function_lanes) +
                                            ", expected a divisor of the 32 threads of a warp");
  }
  if (sm.clusters * kWideBankBytes != kLineBytes) {
    refuse("sm.clusters",
           "sm.clusters" + is(sm.clusters) + ", expected 8: a line of 128 bytes takes 16 bytes in each cluster");
  }
  if (sm.max_warps > sm.schedulers * kWarpsAScheduler) {
    refuse("sm.max_warps", "sm.max_warps" + is(sm.max_warps) + ", expected at most " +
                               std::to_string(sm.schedulers * kWarpsAScheduler) + ": 64 for each of sm.schedulers");
  }
  if (sm.max_warps % sm.schedulers != 0) {
    refuse("sm.max_warps", "sm.max_warps" + is(sm.max_warps) + ", expected a multiple of sm.schedulers (" +
                               std::to_string(sm.schedulers) + ")");
  }
}

void check_banks(const Design& design, const Refuse& refuse) {
  if (design.sm.banks_per_cluster <= kMostBanksAPort) return;
  const std::string text = "sm.banks_per_cluster" + is(design.sm.banks_per_cluster) + ", expected at most " +
                           std::to_string(kMostBanksAPort) + ": ";
  for (const StorageMemory& memory : design.memories())
    if (memory.wide && memory.crossbar)
      refuse("sm.banks_per_cluster", text + "a crossbar port reaches no others (storage.layout = \"" +
                                         design.layout.name + "\")");
}

void check_l2(const Design& design, const Refuse& refuse) {
  const Design::L2& l2 = design.l2;
  if (l2.bytes == 0) return;
  if (design.dram.channel_hash != "modulo") {
    refuse("dram.channel_hash", "dram.channel_hash is \"" + design.dram.channel_hash +
                                    "\", expected \"modulo\": a slice of the L2 cache uses one channel; l2.slice_hash "
                                    "spreads lines over slices");
  }
  const std::string ways = std::to_string(l2.ways), slices = std::to_string(l2.slices);
  check_multiple(l2.bytes, "l2.bytes", l2.slices * l2.ways * kLineBytes,
                 "sets of " + ways + " lines (l2.ways) of 128 bytes in " + slices + " slices (l2.slices)", refuse);
  if (design.dram.channels > l2.slices) {
    refuse("dram.channels", "dram.channels" + is(design.dram.channels) + ", expected at most l2.slices (" +
                                slices + "): a slice uses one channel");
  }
}

void check_read_only(const Design::ReadOnlyCache& cache, const std::string& section, const Refuse& refuse) {
  const unsigned line = cache.line_bytes;
  if (line != 32 && line != 64 && line != 128)
    refuse(section + ".line_bytes",
           section + ".line_bytes" + is(line) + ", expected 32, 64 or 128: whole sectors of one line of memory");
  check_multiple(cache.bytes, (section + ".bytes").c_str(), line * cache.ways,
                 "sets of " + std::to_string(cache.ways) + " lines (" + section + ".ways) of " + std::to_string(line) +
                     " bytes (" + section + ".line_bytes)",
                 refuse);
}

void check_ports(const Design& design, const Refuse& refuse) {
  const unsigned together = design.interconnect.sms_per_port;
  if (design.gpu.sms % together == 0) return;
  refuse("interconnect.sms_per_port", "interconnect.sms_per_port" + is(together) + ", expected a divisor of gpu.sms (" +
                                          std::to_string(design.gpu.sms) + "): all ports have as many SMs");
}

// Registers that are lines of the array have addresses of 32 bits (policy/register_lines.h).
void check_register_addresses(const Design& design, const Refuse& refuse) {
  const std::uint64_t bytes = register_addresses(design).bytes;
  if (bytes >> kRegMemBits == 0) return;
  refuse("gpu.sms", "gpu.sms" + is(design.gpu.sms) + ": registers are lines of the array (storage.layout = \"" +
                        design.layout.name + "\"), and those of all SMs take " + std::to_string(bytes) +
                        " bytes of addresses, expected less than " +
                        std::to_string(std::uint64_t{1} << kRegMemBits));
}

// Lets the variants of blocks check their own values.
void check_blocks(const Design& design, const Refuse& refuse) {
  for (const BlockKind& kind : block_kinds()) {
    const BlockChoice choice = design.blocks.of(kind.name);
    const BlockVariant* variant = BlockCatalogue::instance().find(kind.name, choice.model);
    if (!variant || !variant->check_values) continue;
    variant->check_values(choice.values, [&](const std::string& name, const std::string& reason) {
      refuse(std::string(kind.name) + "." + name, reason);
    });
  }
}

// Refuses another program's block, or RTL, in a place that the machine does not have: nothing of it would run. One that
// is compared is accepted, because its run says that nothing was compared.
void check_places(const Design& design, const Refuse& refuse) {
  const auto absent = [&](const char* kind, const char* needs) {
    const BlockChoice choice = design.blocks.of(kind);
    const BlockVariant* const variant = BlockCatalogue::instance().find(kind, choice.model);
    if (!variant || variant->native || choice.check) return;
    const std::string key = std::string(kind) + ".model";
    refuse(key, key + " is \"" + choice.model + "\", expected \"" + find_block_kind(kind).default_model +
                    "\": another block needs " + needs);
  };
  if (design.l2.bytes == 0)
    for (const char* const kind : {"l2", "l2_tags"}) absent(kind, "an L2 cache (l2.bytes above 0)");
  if (!design.has_interconnect())
    absent("interconnect", "several SMs (gpu.sms), several channels (dram.channels) or an L2 cache (l2.bytes)");
  const std::vector<StorageMemory> memories = design.memories();
  if (std::all_of(memories.begin(), memories.end(), [](const StorageMemory& memory) { return memory.wide; }))
    absent("narrow_banks", "a storage.layout with banks of 4 bytes");
}

// Refuses names of a channel's parts and of its standard unless the channel has banks and rows. Numbers, such as
// dram.t_rcd, are accepted: they have no effect.
void check_unused(const Design& design, const Refuse& refuse) {
  const Design none;
  const auto unused = [&](const char* key, const std::string& value, const std::string& by_default) {
    if (value == by_default) return;
    refuse(key, std::string(key) + " is \"" + value + "\", expected \"" + by_default +
                    "\": another value needs dram.model = \"fr-fcfs\"");
  };
  unused("dram.standard", design.dram.standard, none.dram.standard);
  unused("dram.address_order", design.dram.mapping.order, none.dram.mapping.order);
  unused("dram_scheduler.policy", design.dram_scheduler.name, none.dram_scheduler.name);
  unused("dram_row_policy.policy", design.dram_row_policy.name, none.dram_row_policy.name);
  unused("dram_refresh.policy", design.dram_refresh.name, none.dram_refresh.name);
  unused("dram_hash.policy", design.dram_hash.name, none.dram_hash.name);
}

void check_dram(const Design& design, const Refuse& refuse) {
  if (design.blocks.of("dram").model != "fr-fcfs") return check_unused(design, refuse);
  const DramTiming& timing = design.dram.timing;
  const DramMapping& mapping = design.dram.mapping;
  const auto whole = [&](unsigned of, const char* key, unsigned unit, const char* what) {
    check_multiple(of, key, unit, what, refuse);
  };
  whole(timing.banks, "dram.banks", timing.bank_groups, "all groups (dram.bank_groups) have as many banks");
  whole(timing.banks, "dram.banks", mapping.stripe_banks, "stripes go to dram.stripe_banks banks in turn");
  whole(timing.row_bytes, "dram.row_bytes", mapping.stripe_bytes, "a row holds whole stripes (dram.stripe_bytes)");
  whole(mapping.stripe_bytes, "dram.stripe_bytes", kLineBytes, "a line lies in one bank");
  if (kLineBytes % timing.burst_bytes != 0) {
    refuse("dram.burst_bytes", "dram.burst_bytes" + is(timing.burst_bytes) +
                                   ", expected 32, 64 or 128: a line takes whole column commands");
  }
  if (timing.t_rc < timing.t_ras) {
    refuse("dram.t_rc", "dram.t_rc" + is(timing.t_rc) + ", expected at least dram.t_ras (" +
                            std::to_string(timing.t_ras) + "): a bank is precharged before it is activated again");
  }
  for (const DramRefusal& refusal : refusals(design.dram_parts(), timing)) refuse(refusal.key, refusal.message);
}

void check_energy(const Design& design, const Refuse& refuse) {
  const Design::Energy& energy = design.energy;
  const double capacity = design.capacity_kb();
  const double watt =
      energy.sm_leakage_watt + energy.leakage_mw_per_kb * 1e-3 * (capacity - energy.leakage_reference_kb);
  if (watt >= 0) return;
  const auto text = [](double value) { return toml_text(ParameterValue(value)); };
  refuse("energy.leakage_reference_kb",
         "energy.leakage_reference_kb is " + text(energy.leakage_reference_kb) + ": with energy.sm_leakage_watt " +
             text(energy.sm_leakage_watt) + " and energy.leakage_mw_per_kb " + text(energy.leakage_mw_per_kb) +
             " an SM with " + text(capacity) + " KB of storage would leak less than nothing, expected at most " +
             text(capacity + energy.sm_leakage_watt * 1e3 / energy.leakage_mw_per_kb));
}

void check_kernel(const Design& design, const Refuse& refuse) {
  constexpr unsigned kLeast = 16;  // kLeastRegisters of compiler/allocation_context.h
  const unsigned limit = design.kernel.register_limit;
  if (limit != 0 && limit < kLeast) {
    refuse("kernel.register_limit", "kernel.register_limit" + is(limit) + ", expected 0 (no limit) or " +
                                        std::to_string(kLeast) + " to 256");
  }
  if (design.kernel.scratchpad_bytes_per_block != 0 && design.kernel.scratchpad_bytes_per_thread != 0) {
    refuse("kernel.scratchpad_bytes_per_thread",
           "kernel.scratchpad_bytes_per_thread and kernel.scratchpad_bytes_per_block are both given, expected one of "
           "them");
  }
}

}  // namespace

void check_design(const Design& design, const Refuse& refuse) {
  check_policies(design, refuse);
  check_kernel(design, refuse);
  check_sm(design, refuse);
  check_banks(design, refuse);
  design.storage_layout()->check(design.storage_shape(), design.layout.name, refuse);
  check_read_only(design.constant_cache, "constant_cache", refuse);
  check_read_only(design.texture_cache, "texture_cache", refuse);
  check_read_only(design.instruction_cache, "instruction_cache", refuse);
  const unsigned instruction = design.instruction_cache.instruction_bytes;
  if (instruction != 4 && instruction != 8 && instruction != 16)
    refuse("instruction_cache.instruction_bytes",
           "instruction_cache.instruction_bytes" + is(instruction) + ", expected 4, 8 or 16: a line holds whole ones");
  check_l2(design, refuse);
  check_ports(design, refuse);
  check_register_addresses(design, refuse);
  check_dram(design, refuse);
  check_blocks(design, refuse);
  check_places(design, refuse);
  check_energy(design, refuse);
  for (const Refusal& refusal : refusals(design)) refuse(refusal.key, refusal.message);
}

}  // namespace unibank
