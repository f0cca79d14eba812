// What an SM gets of a division, and whether it fits in whole rows of the banks: a partition counts bytes.
#pragma once

#include <string>

#include "gpu/launch_plan.h"
#include "sm/sm.h"

namespace unibank {

// The part of a launch that follows from its division.
SmLaunch divided(const LaunchPlanner::Division& division, const Design& design);

// Why a kernel with these needs, which the partition has divided thus, does not fit in whole rows; empty: it fits.
std::string rows_refusal(const Design& design, const KernelNeeds& needs, const PartitionResult& partition);

}  // namespace unibank
