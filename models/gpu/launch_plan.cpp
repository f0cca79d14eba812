#include "gpu/launch_plan.h"

#include <algorithm>

#include "ptx/kernel.h"

namespace unibank {

KernelNeeds declared_by(const Launch& launch) {
  KernelNeeds declared;
  declared.kernel = launch.kernel->name;
  declared.threads_per_block = static_cast<unsigned>(launch.block.count());
  declared.registers_per_thread = launch.kernel->registers_per_thread;
  declared.scratchpad_bytes_per_block =
      static_cast<double>(launch.kernel->scratchpad_bytes + launch.dynamic_scratchpad_bytes);
  return declared;
}

KernelNeeds declared_by(const RecordedLaunch& launch) {
  KernelNeeds declared;
  declared.kernel = launch.kernel->name();
  declared.threads_per_block = static_cast<unsigned>(launch.block.count());
  declared.registers_per_thread = launch.kernel->registers_per_thread();
  declared.scratchpad_bytes_per_block = static_cast<double>(launch.kernel->scratchpad_bytes());
  return declared;
}

KernelNeeds needs_of(const KernelNeeds& declared, const Design& design) {
  KernelNeeds needs = declared;
  if (design.kernel.registers_per_thread != 0) needs.registers_per_thread = design.kernel.registers_per_thread;
  needs.scratchpad_bytes_per_block =
      design.kernel.scratchpad_bytes_per_block != 0
          ? design.kernel.scratchpad_bytes_per_block
          : std::max(declared.scratchpad_bytes_per_block,
                     design.kernel.scratchpad_bytes_per_thread * needs.threads_per_block);
  return needs;
}

LaunchPlanner::LaunchPlanner(const Design& design)
    : design_(design),
      capacity_(design.capacity()),
      policy_(PartitionRegistry::instance().make(design.partition.name, design.partition.values)) {}

std::size_t LaunchPlanner::find_or_add(const KernelNeeds& needs) {
  for (std::size_t i = 0; i < program_.size(); ++i) {
    const KernelNeeds& known = program_[i];
    if (known.kernel == needs.kernel && known.threads_per_block == needs.threads_per_block &&
        known.scratchpad_bytes_per_block == needs.scratchpad_bytes_per_block) {
      return i;
    }
  }
  program_.push_back(needs);
  return program_.size() - 1;
}

LaunchPlanner::Division LaunchPlanner::divide(const KernelNeeds& declared) {
  Division division;
  division.needs = needs_of(declared, design_);
  const std::size_t running = find_or_add(division.needs);
  division.partition = design_.partition_scope == PartitionScope::kProgram
                           ? policy_->divide(capacity_, program_, running)
                           : policy_->divide(capacity_, {division.needs}, 0);
  division.warps_per_block = (division.needs.threads_per_block + kWarpSize - 1) / kWarpSize;
  return division;
}

}  // namespace unibank
