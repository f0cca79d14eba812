#include "design/design.h"

#include <algorithm>

#include "base/input_error.h"
#include "base/text.h"
#include "policy/scratchpad_gate.h"

namespace unibank {

namespace {

// If the scratchpad is in rows of 16 bytes, the border between the parts is between two rows: no access of 16 bytes is
// in both parts.
SharingRule sharing_rule(const Design& design) {
  const PolicyChoice& gate = design.scratchpad_gate;
  SharingRule rule = ScratchpadGateRegistry::instance().make(gate.name, gate.values)->sharing_rule();
  for (const StorageMemory& memory : design.memories()) {
    if (memory.scratchpad && memory.wide)
      rule.private_align = (rule.private_align + kWideBankBytes - 1) / kWideBankBytes * kWideBankBytes;
  }
  return rule;
}

}  // namespace

std::unique_ptr<StorageLayout> Design::storage_layout() const {
  return StorageLayoutRegistry::instance().make(layout.name, layout.values);
}

StorageShape Design::storage_shape() const {
  StorageShape shape;
  static_cast<StorageSizes&>(shape) = storage;
  shape.clusters = sm.clusters;
  shape.banks_per_cluster = sm.banks_per_cluster;
  shape.ways = cache.ways;
  shape.multiple_mux = storage.bank_mux == BankMux::kMultiple;
  return shape;
}

std::vector<StorageMemory> Design::memories() const { return storage_layout()->memories(storage_shape()); }

bool Design::registers_share_banks() const {
  for (const StorageMemory& memory : memories()) {
    if (memory.registers) return memory.crossbar;
  }
  return false;
}

SmCapacity Design::capacity() const {
  SmCapacity capacity;
  for (const StorageMemory& memory : memories()) capacity.memories.push_back(memory);
  capacity.integrated = storage_layout()->integrated();
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

compiler::InstructionSchedule Design::instruction_schedule() const {
  const auto beyond_alu = [&](unsigned latency) { return latency - std::min(latency, sm.alu_latency); };
  compiler::InstructionSchedule schedule{kernel.schedule, kernel.schedule_registers,
                                         beyond_alu(sm.special_function_latency), beyond_alu(sm.scratchpad_latency)};
  schedule.alu = sm.alu_latency;
  schedule.tensor = beyond_alu(sm.tensor_latency);
  schedule.far_load = beyond_alu(sm.cache_hit_latency + (l2.bytes != 0 ? 2 * interconnect.latency + l2.latency : 0));
  return schedule;
}

double Design::capacity_kb() const {
  std::uint64_t bytes = 0;
  for (const StorageMemory& memory : memories()) bytes += memory.bytes;
  return static_cast<double>(bytes) / 1024;
}

void expect_one_machine(const Design& design) {
  if (design.best_of.empty()) return;
  throw InputError("'" + design.name + "' stands for the fastest of several designs; expected one of them: " +
                   joined(design.best_of, ", "));
}

}  // namespace unibank
