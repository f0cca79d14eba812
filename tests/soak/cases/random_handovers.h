// Short programs in which a block's scratchpad goes to another block while copies of the first one are under way. In
// long programs such moments are rare.
#pragma once

#include "soak/cases/launch_program.h"
#include "soak/cases/random_launches.h"
#include "support/random.h"

namespace unibank::test {

LaunchProgram random_handovers(Random& random, const LaunchLimits& limits);

}  // namespace unibank::test
