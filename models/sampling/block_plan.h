// Which blocks of a launch are timed: the first and the last ones, and units of consecutive blocks between them.
#pragma once

#include <cstdint>
#include <vector>

#include "sampling/sample.h"

namespace unibank {

struct BlockPlan {
  enum class Role {
    kKept,     // timed, and counted unscaled: where the machine fills and drains
    kLeftOut,  // not timed
    kWarmUp,   // timed to fill the caches for the part after it; not counted
    kUnit,     // timed, and counted as a sample of all blocks that are not kept
  };
  struct Part {
    std::uint64_t end;  // the part has the blocks from the end of the previous part up to this number
    Role role;
  };
  std::vector<Part> parts;  // in the order of the grid, until the last block
  std::uint64_t units = 0;  // how many units the blocks that are not kept have; 0: the launch is timed completely
  std::uint64_t unit_blocks = 0;
  bool whole() const { return units == 0; }
};

// The plan for a launch of `blocks` blocks on a machine that holds `resident` blocks at once. The same arguments give
// the same plan on every machine; `launch` is the launch's number, so that launches of one shape have different units.
//
// A step is the least number of blocks that is a whole number of resident sets and of periods. A period has 32 blocks,
// or half as many, and so on, if the launch is too short for that. Every part but the last is a whole number of steps,
// and so are the blocks left out between two parts; the blocks that meet in an SM after a jump have the same offsets in
// lines and banks as those that would have met without it. Units have the same size. Neighbouring units form groups,
// whose sizes differ by at most one unit, and one unit of each group is drawn. A launch is timed completely if the plan
// would leave out less than a quarter of its blocks. At least the first `least_head` blocks are kept.
BlockPlan plan_blocks(std::uint64_t blocks, std::uint64_t resident, const Sample& sample, std::uint64_t launch,
                      std::uint64_t least_head = 0);

}  // namespace unibank
