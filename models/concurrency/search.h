// The number of resident blocks: the search of Hayes and Zhang 2014, figure 5, over a kernel that can be compiled
// for any number of them. It examines code only and runs nothing.
//
// The figure and the text contradict each other and are incomplete; the choices made here are:
// - A kernel whose instructions can be dispatched one per cycle (AD_int not above 1) is not changed.
// - The search starts at AD_int x lanes threads, rounded to whole blocks (a half upwards), at least one block and at
//   most the highest level. A level passes when the code compiled for it has more than MAX_cmratio cycles of dispatch
//   for each instruction that leaves the chip.
// - Start passes: all levels above it are tried, the highest that passes is chosen.
// - Start fails, and no level above it is free of spills to local memory: levels are tried downwards, down to the
//   highest without such spills (SmemFitTnum), as long as they are above the original; the first that passes is chosen.
//   In the text the downward search stops "when it hits" SmemFitTnum: it is the last one tried, because below it
//   nothing is left in local memory.
// - Otherwise, and when none passes on the way down, the kernel is not changed, as in the figure (its loop ends at
//   the original; line 23). If "stops at SmemFitTnum" is read as the lowest result (floor_is_chosen), that level is
//   chosen, independent of its dispatch cycles: nothing is spilled off the chip for it.
// A level at or below the original is the unchanged kernel.
#pragma once

#include <functional>
#include <vector>

#include "concurrency/schedule.h"

namespace unibank {

struct ConcurrencyQuestion {
  double dispatch_interval = 1;     // AD_int of the unchanged kernel
  unsigned lanes = 32;              // of the SM, all schedulers together
  unsigned block_threads = 0;
  unsigned original = 1, most = 1;  // levels, in blocks (levels.h)
  double max_cmratio = kMaxCmratio;
  bool floor_is_chosen = false;     // choose SmemFitTnum when neither the start nor a lower level passes
};

// A kernel compiled for a level.
struct CompiledLevel {
  InstructionCounts counts;
  bool local_spills = false;        // whether values are spilled to local memory
};

struct ConcurrencyAnswer {
  unsigned blocks = 1;              // resident blocks of the chosen kernel
  bool transformed = false;         // false: the unchanged kernel
  bool concurrency_bound = false;   // AD_int above 1
  unsigned start = 0;               // blocks; 0: no search
  unsigned without_spills = 0;      // SmemFitTnum in blocks; 0: not computed
  struct Step {
    unsigned blocks = 0;
    double cycles = 0;              // cycles of dispatch per instruction that leaves the chip
    bool passes = false;
  };
  std::vector<Step> steps;          // in the order of the trials
};

// `compile` gets a level from 1 to `most`, each at most once; at or below `original` it returns the unchanged kernel.
ConcurrencyAnswer choose_concurrency(const ConcurrencyQuestion& question,
                                     const std::function<CompiledLevel(unsigned blocks)>& compile);

}  // namespace unibank
