// Rows of %tid, %ctaid, %laneid, %clock and the others.
#pragma once

#include "simt/launch_shape.h"
#include "simt/program.h"

namespace unibank::simt {

// Fills the rows of special registers that are constant during a warp's life.
void fill_special_registers(const Program& program, const LaunchShape& shape, std::uint64_t block,
                            unsigned warp_of_block, const Frame& frame);
// Fills the rows of %clock, %clock64 and %globaltimer (in nanoseconds; a cycle is one nanosecond).
void fill_clocks(const Program& program, Cycle cycle, const Frame& frame);

}  // namespace unibank::simt
