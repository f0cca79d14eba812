#include "design/design.h"

#include "policy/scratchpad_gate.h"

namespace unibank {

namespace {

// Where the scratchpad lies in rows of 16 bytes the border between the parts is between two of them: no access of 16
// bytes is in both.
SharingRule sharing_rule(const Design& design) {
  constexpr unsigned kRowBytes = 16;
  const PolicyChoice& gate = design.scratchpad_gate;
  SharingRule rule = ScratchpadGateRegistry::instance().make(gate.name, gate.values)->sharing_rule();
  if (design.storage.unified && !design.storage.scratchpad_apart()) {
    rule.private_align = (rule.private_align + kRowBytes - 1) / kRowBytes * kRowBytes;
  }
  return rule;
}

}  // namespace

bool Design::registers_are_lines() const {
  return PartitionRegistry::instance().make(partition.name, partition.values)->registers_are_lines();
}

SmCapacity Design::capacity() const {
  SmCapacity capacity;
  capacity.unified = storage.unified;
  capacity.unified_bytes = storage.unified_bytes;
  capacity.register_bytes = storage.register_bytes;
  capacity.scratchpad_bytes = storage.scratchpad_bytes;
  capacity.cache_bytes = storage.cache_bytes;
  capacity.max_threads = sm.max_threads;
  capacity.thread_limit = kernel.thread_limit;
  capacity.max_warps = sm.max_warps;
  capacity.max_blocks = sm.max_blocks;
  capacity.cache_set_bytes = cache.ways * kLineBytes;
  capacity.units = storage.units;
  capacity.sharing = sharing_rule(*this);
  return capacity;
}

compiler::ScratchpadSharing Design::scratchpad_sharing() const {
  const SharingRule rule = sharing_rule(*this);
  return {kernel.scratchpad_order, kernel.release, rule.private_per_mille, rule.private_align};
}

double Design::capacity_kb() const {
  // The sizes that the layout does not have are 0.
  const std::uint64_t bytes =
      storage.unified_bytes + storage.register_bytes + storage.scratchpad_bytes + storage.cache_bytes;
  return static_cast<double>(bytes) / 1024;
}

}  // namespace unibank
