// The statements of a random kernel.
#pragma once

#include "soak/cases/launch_program.h"
#include "support/random.h"

namespace unibank::test {

// Fills kernel.statements up to about `work` (work_of); everything else of the kernel is there. `multipliers` have no
// divisor in common with any number of elements.
void add_statements(LaunchKernel& kernel, const std::vector<std::uint32_t>& multipliers, std::uint64_t work,
                    Random& random);

// About as many instructions per warp, where a memory access of 32 lines counts as several.
std::uint64_t work_of(const std::vector<Statement>& statements);

}  // namespace unibank::test
