// What a program of several launches computes, directly in C++: block after block, each statement for all threads of
// the block. Knows no PTX, no warp and no memory but arrays.
#pragma once

#include <cstdint>
#include <vector>

#include "soak/cases/launch_program.h"

namespace unibank::test {

// The buffers at the end.
std::vector<std::vector<std::uint32_t>> values_of(const LaunchProgram& program);

}  // namespace unibank::test
