// The measurements of a run that times a sample of a program's launches (folder sampling).
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
  struct Launch {
    unsigned stratum = 0;
    std::uint64_t number = 0;  // launches of the program before it
    Cycle cycles = 0;
    CounterValues counters = {};
  };
  std::uint64_t launches = 0;           // of the program; 0: all launches were timed
  std::uint64_t warm_ups = 0;           // launches that were timed to fill caches, and not counted
  std::uint64_t seed = 0;
  std::vector<std::uint64_t> strata;    // number of launches in each
  std::vector<Launch> measured;         // the counted launches, in the order of the program
  CounterValues exact;                  // of all launches, timed or not: not in `measured`
  struct Energy {
    std::string component;
    Interval picojoule;
  };
  std::vector<Energy> energy;           // the run's, with intervals
  bool any() const { return launches != 0; }
};

}  // namespace unibank
