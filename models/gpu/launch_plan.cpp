#include "gpu/launch_plan.h"

#include <algorithm>

#include "ptx/kernel.h"

namespace unibank {

KernelNeeds needs_of(const Launch& launch, const Design& design) {
  KernelNeeds needs;
  needs.kernel = launch.kernel->name;
  needs.threads_per_block = static_cast<unsigned>(launch.block.count());
  needs.registers_per_thread = design.kernel.registers_per_thread != 0 ? design.kernel.registers_per_thread
                                                                       : launch.kernel->registers_per_thread;
  const auto declared = static_cast<double>(launch.kernel->scratchpad_bytes + launch.dynamic_scratchpad_bytes);
  needs.scratchpad_bytes_per_block =
      design.kernel.scratchpad_bytes_per_block != 0
          ? design.kernel.scratchpad_bytes_per_block
          : std::max(declared, design.kernel.scratchpad_bytes_per_thread * needs.threads_per_block);
  return needs;
}

LaunchPlanner::LaunchPlanner(const Design& design)
    : design_(design),
      capacity_(design.capacity()),
      policy_(PartitionRegistry::instance().make(design.partition.name, design.partition.values)) {}

void LaunchPlanner::plan(const std::vector<Launch>& kernels) {
  for (const Launch& launch : kernels) find_or_add(needs_of(launch, design_));
}

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

LaunchPlanner::Division LaunchPlanner::divide(const Launch& launch) {
  Division division;
  division.needs = needs_of(launch, design_);
  const std::size_t running = find_or_add(division.needs);
  division.partition = design_.partition_scope == PartitionScope::kProgram
                           ? policy_->divide(capacity_, program_, running)
                           : policy_->divide(capacity_, {division.needs}, 0);
  division.warps_per_block = (division.needs.threads_per_block + kWarpSize - 1) / kWarpSize;
  return division;
}

}  // namespace unibank
