// What a launch asks of an SM's storage, and what the design's partition gives it. Plain C++.
#pragma once

#include <memory>
#include <vector>

#include "design/design.h"
#include "host/device.h"
#include "policy/partition.h"

namespace unibank {

// Registers and scratchpad of a launch's blocks: the kernel's own, or what the design forces.
KernelNeeds needs_of(const Launch& launch, const Design& design);

class LaunchPlanner {
 public:
  explicit LaunchPlanner(const Design& design);

  // The program's kernels, before the first launch.
  void plan(const std::vector<Launch>& kernels);

  struct Division {
    PartitionResult partition;
    KernelNeeds needs;
    unsigned warps_per_block = 1;
  };
  // The division for this launch. With partition.scope = program all kernels of the plan share one; a kernel that was
  // not planned joins them. Throws InputError when not one block fits.
  Division divide(const Launch& launch);

 private:
  std::size_t find_or_add(const KernelNeeds& needs);

  const Design& design_;
  SmCapacity capacity_;
  std::unique_ptr<PartitionPolicy> policy_;
  std::vector<KernelNeeds> program_;
};

}  // namespace unibank
