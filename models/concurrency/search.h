// How many blocks should be resident: the search of Hayes and Zhang 2014, figure 5, over a kernel that can be compiled
// for any number of them. It looks at code only and runs nothing.
//
// The figure and the text contradict each other and leave things out; what is done here is:
// - A kernel whose instructions can be dispatched one a cycle (AD_int not above 1) stays as it is.
// - The search starts at AD_int x lanes threads, rounded to whole blocks (a half upwards), at least one block and at
//   most the highest level. A level passes when the code compiled for it has more than MAX_cmratio cycles of dispatch
//   for each instruction that leaves the chip.
// - Start passes: all levels above it are tried, the highest that passes is chosen.
// - Start fails, and no level above it does without spills to local memory: levels are tried downwards, down to the
//   highest without such spills (SmemFitTnum), as long as they are above the original; the first that passes is chosen.
//   The text has the way down stop "when it hits" SmemFitTnum: it is the last one tried, for below it there is nothing
//   that could leave local memory.
// - Otherwise, and when none passes on the way down, the kernel stays as it is, as the figure has it (its loop ends at
//   the original; line 23). Where "stops at SmemFitTnum" is read as the lowest answer there is (floor_is_chosen), that
//   level is chosen, whatever dispatch it has: nothing is spilled off the chip for it.
// A level at or below the original is the kernel as it is.
#pragma once

#include <functional>
#include <vector>

#include "concurrency/schedule.h"

namespace unibank {

struct ConcurrencyQuestion {
  double dispatch_interval = 1;     // AD_int of the kernel as it is
  unsigned lanes = 32;              // of the SM, all schedulers together
  unsigned block_threads = 0;
  unsigned original = 1, most = 1;  // levels, in blocks (levels.h)
  double max_cmratio = kMaxCmratio;
  bool floor_is_chosen = false;     // SmemFitTnum when neither the start passes nor a level below it
};

// A kernel compiled for a level.
struct CompiledLevel {
  InstructionCounts counts;
  bool local_spills = false;        // values that found no place on the chip
};

struct ConcurrencyAnswer {
  unsigned blocks = 1;              // resident, of the kernel that was chosen
  bool transformed = false;         // false: the kernel as it is
  bool concurrency_bound = false;   // AD_int above 1
  unsigned start = 0;               // blocks; 0: nothing was searched
  unsigned without_spills = 0;      // SmemFitTnum in blocks; 0: nobody asked for it
  struct Step {
    unsigned blocks = 0;
    double cycles = 0;              // of dispatch for an instruction that leaves the chip
    bool passes = false;
  };
  std::vector<Step> steps;          // in the order in which they were tried
};

// `compile` gets a level from 1 to `most`, each at most once; at or below `original` it gives the kernel as it is.
ConcurrencyAnswer choose_concurrency(const ConcurrencyQuestion& question,
                                     const std::function<CompiledLevel(unsigned blocks)>& compile);

}  // namespace unibank
