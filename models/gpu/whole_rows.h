// What an SM gets of a division, and whether it fits in whole rows of the banks: a partition counts bytes.
#pragma once

#include <string>

#include "gpu/launch_plan.h"
#include "sm/sm.h"

namespace unibank {

// The part of a launch that follows from its division.
SmLaunch divided(const LaunchPlanner::Division& division, const Design& design);

// Why a launch of a kernel with these needs, alone in its program, does not fit in whole rows; empty: it fits. Throws
// InputError when not one block fits.
std::string rows_refusal(const Design& design, const KernelNeeds& needs);

}  // namespace unibank
