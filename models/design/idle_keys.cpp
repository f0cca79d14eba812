#include "design/idle_keys.h"

#include <algorithm>
#include <vector>

#include "design/schema.h"

namespace unibank {
namespace {

struct IdleKeys {
  std::vector<std::string> keys;
  bool (*idle)(const Design& design);
  const char* reason;
};

// The keys of a channel with banks and rows. Those that name a policy or a file are refused with another channel
// (check.cpp).
std::vector<std::string> banked_keys() {
  const std::vector<std::string> others = {"dram.model",        "dram.channels", "dram.queue",
                                           "dram.channel_hash", "dram.check",    "dram.check_by"};
  std::vector<std::string> keys;
  for (const Parameter& parameter : schema())
    if (parameter.section == "dram" && std::find(others.begin(), others.end(), parameter.name()) == others.end())
      keys.push_back(parameter.name());
  return keys;
}

bool compiles_for_blocks(const Design& design) {
  return design.kernel.pass == KernelPass::kOnChip || design.kernel.pass == KernelPass::kLocal;
}

// The first row that has a key and whose condition holds gives the reason.
const std::vector<IdleKeys>& rules() {
  static const std::vector<IdleKeys> all = {
      {{"l2.slices", "l2.ways", "l2.latency", "l2.mshr_entries", "l2.merges", "l2.queue", "l2.index", "l2.slice_hash"},
       [](const Design& design) { return design.l2.bytes == 0; },
       "l2.bytes is 0"},
      {{"l2.slice_hash"}, [](const Design& design) { return design.l2.slices == 1; }, "l2.slices is 1"},
      {{"dram.channel_hash"}, [](const Design& design) { return design.dram.channels == 1; }, "dram.channels is 1"},
      {{"interconnect.latency", "interconnect.bytes_per_cycle", "interconnect.queue", "interconnect.choices"},
       [](const Design& design) { return !design.has_interconnect(); },
       "one SM and one channel without an L2 cache have no interconnect"},
      {banked_keys(), [](const Design& design) { return design.blocks.of("dram").model == "fixed-latency"; },
       "dram.model is \"fixed-latency\""},
      {{"constant_cache.line_bytes", "constant_cache.ways", "constant_cache.mshr_entries"},
       [](const Design& design) { return design.constant_cache.bytes == 0; },
       "constant_cache.bytes is 0"},
      {{"instruction_cache.line_bytes", "instruction_cache.ways", "instruction_cache.mshr_entries",
        "instruction_cache.warm"},
       [](const Design& design) { return design.instruction_cache.bytes == 0; },
       "instruction_cache.bytes is 0"},
      {{"texture_cache.line_bytes", "texture_cache.ways", "texture_cache.mshr_entries"},
       [](const Design& design) { return design.texture_cache.bytes == 0; },
       "texture_cache.bytes is 0"},
      {{"register_hierarchy.lrf_entries", "register_hierarchy.orf_entries", "register_hierarchy.memory_reads_lrf",
        "register_hierarchy.lrf_read_pj", "register_hierarchy.lrf_write_pj", "register_hierarchy.orf_read_pj",
        "register_hierarchy.orf_write_pj"},
       [](const Design& design) { return !design.register_hierarchy.enabled; },
       "register_hierarchy.enabled is false"},
      {{"kernel.concurrency", "kernel.concurrency_blocks", "kernel.concurrency_floor"},
       [](const Design& design) { return !compiles_for_blocks(design); },
       "kernel.pass is neither \"onchip\" nor \"local\""},
      {{"kernel.concurrency_blocks"},
       [](const Design& design) { return design.kernel.concurrency != KernelConcurrency::kBlocks; },
       "kernel.concurrency is not \"blocks\""},
      {{"kernel.concurrency_floor"},
       [](const Design& design) { return design.kernel.concurrency != KernelConcurrency::kAuto; },
       "kernel.concurrency is not \"auto\""},
      {{"kernel.base_registers"},
       [](const Design& design) { return design.kernel.pass != KernelPass::kTimeShared; },
       "kernel.pass is not \"time-shared\""},
      {{"kernel.schedule_registers"},
       [](const Design& design) { return design.kernel.schedule == compiler::ScheduleHabit::kAsWritten; },
       "kernel.schedule is \"as-written\""},
  };
  return all;
}

}  // namespace

std::string idle_reason(const Design& design, const std::string& key) {
  for (const IdleKeys& rule : rules())
    if (std::find(rule.keys.begin(), rule.keys.end(), key) != rule.keys.end() && rule.idle(design)) return rule.reason;
  return "";
}

}  // namespace unibank
