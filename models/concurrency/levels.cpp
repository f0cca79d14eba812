#include "concurrency/levels.h"

#include <algorithm>
#include <utility>

namespace unibank {

namespace {

// The largest value from `low` to `high` that holds; it holds for `low` and for none above one for which it does not.
template <typename Holds>
unsigned largest(unsigned low, unsigned high, const Holds& holds) {
  while (low < high) {
    const unsigned middle = low + (high - low + 1) / 2;
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

}  // namespace

Levels::Levels(const Design& design, KernelNeeds kernel, unsigned least, unsigned most)
    : capacity_(design.capacity()),
      policy_(PartitionRegistry::instance().make(design.partition.name, design.partition.values)),
      kernel_(std::move(kernel)),
      least_registers_(least),
      most_registers_(most) {
  kernel_.registers_per_thread = std::min(kernel_.registers_per_thread, most_registers_);
  original_ = policy_->divide(capacity_, {kernel_}, 0).resident_blocks;
  most_ = std::max(original_, resident(std::min(least_registers_, kernel_.registers_per_thread), 0));
}

unsigned Levels::resident(unsigned registers, unsigned slots) const {
  KernelNeeds kernel = kernel_;
  kernel.registers_per_thread = registers;
  kernel.scratchpad_bytes_per_block += 4.0 * slots * kernel.threads_per_block;
  return resident(kernel);
}

// 0: not one.
unsigned Levels::resident(const KernelNeeds& needs) const {
  try {
    return policy_->divide(capacity_, {needs}, 0).resident_blocks;
  } catch (const InputError&) {
    return 0;
  }
}

ThreadStorage Levels::storage(unsigned blocks) const {
  ThreadStorage found;
  found.registers = kernel_.registers_per_thread;
  if (blocks > original_) {
    found.registers = largest(std::min(least_registers_, found.registers), found.registers,
                              [&](unsigned registers) { return resident(registers, 0) >= blocks; });
  }
  const std::uint64_t bytes = std::max(capacity_.unified_bytes, capacity_.scratchpad_bytes);
  found.slots = largest(0, static_cast<unsigned>(bytes / 4 / kernel_.threads_per_block),
                        [&](unsigned slots) { return resident(found.registers, slots) >= blocks; });
  return found;
}

}  // namespace unibank
