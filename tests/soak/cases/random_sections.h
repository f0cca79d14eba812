// Early ends, asynchronous copies, locks, memory order, constants, textures and addresses outside of all buffers, added
// to a random program of several launches.
#pragma once

#include "soak/cases/launch_program.h"
#include "support/random.h"

namespace unibank::test {

struct SectionLimits {
  bool order = true;     // locks, and elements that the last thread to arrive reads
  bool textures = true;
  bool outside = false;  // with run.out_of_bounds = "warn"
};

void add_sections(LaunchProgram& program, const SectionLimits& limits, Random& random);

}  // namespace unibank::test
