// The storage needs of a launch on an SM, and the result of the design's partition. Plain C++.
#pragma once

#include <memory>
#include <vector>

#include "design/design.h"
#include "host/device.h"
#include "policy/partition.h"
#include "warp/recorded_kernel.h"

namespace unibank {

// InputError if the design lacks a unit that an instruction of the kernel needs.
void check_units(const ptx::Kernel& kernel, const Design& design);
// The needs that the kernel of a launch, compiled or recorded, declares.
KernelNeeds declared_by(const Launch& launch);
KernelNeeds declared_by(const RecordedLaunch& launch);
// Registers and scratchpad of the kernel's blocks: the kernel's own, or those forced by the design.
KernelNeeds needs_of(const KernelNeeds& declared, const Design& design);

class LaunchPlanner {
 public:
  explicit LaunchPlanner(const Design& design);

  // Adds one of the program's kernels; to be called before the first launch.
  void plan(const KernelNeeds& declared) { find_or_add(needs_of(declared, design_)); }

  struct Division {
    PartitionResult partition;
    KernelNeeds needs;
    unsigned warps_per_block = 1;
  };
  // The division for a launch of this kernel. With partition.scope = program all planned kernels share one; a kernel
  // that was not planned joins them. Throws InputError when not one block fits, and when the policy's result does not
  // fit the storage (layout/division_check.h); the kernel is not added then.
  Division divide(const KernelNeeds& declared);
  // The divisions of the program's kernels, without those that do not fit. Empty with partition.scope = kernel.
  std::vector<Division> program() const;
  // Passes the machine's counters of a launch under this division to the policy.
  void launch_ended(const Division& division, Cycle cycles, const CounterValues& counted);
  void add_counters_to(CounterValues& all) const { policy_->add_counters_to(all); }
  // The control of one SM's division; null: a division does not change while a launch runs.
  std::unique_ptr<DivisionControl> control() const { return policy_->control(); }

 private:
  Division divide(const KernelNeeds& needs, std::size_t running) const;
  std::size_t find_or_add(const KernelNeeds& needs);

  const Design& design_;
  SmCapacity capacity_;
  std::unique_ptr<PartitionPolicy> policy_;
  std::vector<KernelNeeds> program_;
};

// InputError when not all blocks of a cooperative launch are resident at once. Blocks added by scratchpad sharing do
// not count: they wait for the end of other blocks.
void check_cooperative(const LaunchPlanner::Division& division, unsigned sms, std::uint64_t blocks);

}  // namespace unibank
