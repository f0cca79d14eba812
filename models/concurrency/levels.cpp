#include "concurrency/levels.h"

#include <algorithm>
#include <utility>

namespace unibank {

namespace {

// The largest value from `low` to `high` for which `holds` is true; it is true for `low`, and false for all values
// above the first false one.
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
  most_ = std::max(original_, blocks(std::min(least_registers_, kernel_.registers_per_thread), 0).resident);
}

Levels::Blocks Levels::blocks(unsigned registers, unsigned slots) const {
  KernelNeeds kernel = kernel_;
  kernel.registers_per_thread = registers;
  kernel.scratchpad_bytes_per_block += 4.0 * slots * kernel.threads_per_block;
  return blocks(kernel);
}

// 0 blocks: not even one fits.
Levels::Blocks Levels::blocks(const KernelNeeds& needs) const {
  try {
    const PartitionResult given = policy_->divide(capacity_, {needs}, 0);
    return {given.resident_blocks, given.sharing.pairs};
  } catch (const InputError&) {
    return {};
  }
}

bool Levels::holds(const KernelNeeds& needs, unsigned level) const {
  const Blocks given = blocks(needs);
  return given.resident >= level && given.own() >= std::min(level, blocks(needs.registers_per_thread, 0).own());
}

ThreadStorage Levels::storage(unsigned level) const {
  ThreadStorage found;
  found.registers = kernel_.registers_per_thread;
  if (level > original_) {
    found.registers = largest(std::min(least_registers_, found.registers), found.registers,
                              [&](unsigned registers) { return blocks(registers, 0).resident >= level; });
  }
  const unsigned own = std::min(level, blocks(found.registers, 0).own());
  const std::uint64_t bytes = capacity_.bytes(Part::kScratchpad);
  found.slots = largest(0, static_cast<unsigned>(bytes / 4 / kernel_.threads_per_block),
                        [&](unsigned slots) {
                          const Blocks given = blocks(found.registers, slots);
                          return given.resident >= level && given.own() >= own;
                        });
  return found;
}

}  // namespace unibank
