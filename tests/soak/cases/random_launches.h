// Random programs of several launches (launch_program.h).
#pragma once

#include "soak/cases/launch_program.h"
#include "support/random.h"

namespace unibank::test {

// What the machine suggests.
struct LaunchLimits {
  unsigned sms = 1;
  unsigned scratchpad_bytes = 48 * 1024;  // of an SM; some kernels need almost this, or a part of it, per block
  std::uint64_t work = 100000;            // about as many warp instructions in all launches
};

LaunchProgram random_launches(Random& random, const LaunchLimits& limits);

}  // namespace unibank::test
