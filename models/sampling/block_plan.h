// Which blocks of a launch are timed: the first and the last ones, and units of consecutive blocks between them.
#pragma once

#include <cstdint>
#include <vector>

#include "sampling/sample.h"

namespace unibank {

struct BlockPlan {
  enum class Role {
    kKept,     // timed, and counted for themselves: where the machine fills and drains
    kLeftOut,  // not timed
    kWarmUp,   // timed, so that the unit after it finds caches as if all before it had been timed; not counted
    kUnit,     // timed, and counted for all blocks that are not kept
  };
  struct Part {
    std::uint64_t end;  // its blocks begin where those of the part before end
    Role role;
  };
  std::vector<Part> parts;  // in the order of the grid, until the last block
  std::uint64_t units = 0;  // of the blocks that are not kept; 0: the launch is timed whole
  std::uint64_t unit_blocks = 0;
  bool whole() const { return units == 0; }
};

// Of a launch of `blocks` blocks on a machine that holds `resident` at once. The same arguments give the same plan on
// every machine; `launch` is its number, so launches of one shape have different units.
//
// A step is the least number of blocks that is a whole number of resident sets and of periods. A period has 32 blocks,
// or half as many, and so on, if the launch is too short for that. Every part but the last is a whole number of steps,
// so what is left out is, too, and the blocks that meet in an SM after it have the same places in lines and banks as
// those that would have met. Units are of the same size. They are divided into runs of neighbours of the same length,
// and one of each run is drawn. A launch is timed whole where that would leave out less than a quarter of its blocks.
BlockPlan plan_blocks(std::uint64_t blocks, std::uint64_t resident, const Sample& sample, std::uint64_t launch);

}  // namespace unibank
