// The measurements of a run that times a sample of a program's launches, or of their blocks (folder sampling).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/counters.h"
#include "base/types.h"

namespace unibank {

// An estimated figure, and the ends of its interval.
struct Interval {
  double estimate = 0, low = 0, high = 0;
};

struct Sampled {
  // A counted launch; in a sample of blocks a unit, or the parts of a launch that are counted unscaled.
  struct Launch {
    unsigned stratum = 0;
    std::uint64_t number = 0;  // the number of earlier launches of the program
    Cycle cycles = 0;
    CounterValues counters = {};
  };
  std::uint64_t launches = 0;           // launches of the program; 0: all were timed
  std::uint64_t warm_ups = 0;           // launches, or blocks, that were timed to fill caches, and not counted
  std::uint64_t seed = 0;
  std::vector<std::uint64_t> strata;    // the number of launches, or of units, in each stratum
  // In a sample of blocks, the warp instructions of each stratum: they are known, so estimates are made in proportion
  // to them; 0: the stratum is measured completely. Empty: a sample of launches.
  std::vector<std::uint64_t> instructions;
  // In a sample of blocks, the variance, in squared cycles, that the end of a launch adds to the cycles of each
  // stratum, because a launch ends in one of several phases of its blocks (total_of in interval.h).
  std::vector<double> end_variances;
  std::uint64_t blocks = 0, timed_blocks = 0;  // blocks of all launches; those that were timed and counted
  std::vector<Interval> launch_cycles;         // an interval for each launch
  std::vector<Launch> measured;         // the counted launches or units, in the order of the program
  CounterValues exact;                  // counters that are known exactly for all launches, timed or not: they are not
                                        // in `measured`
  struct Energy {
    std::string component;
    Interval picojoule;
  };
  std::vector<Energy> energy;           // the run's energy, with intervals
  bool any() const { return launches != 0; }
  bool of_blocks() const { return !instructions.empty(); }
  // Launches, or blocks, that were timed and counted.
  std::uint64_t timed() const { return of_blocks() ? timed_blocks : measured.size(); }
};

}  // namespace unibank
