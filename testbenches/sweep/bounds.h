// When a run may end early without the front losing a point.
//
// A candidate whose goals are all to be as little as possible, and that has reached values of them which only grow, ends
// with values that are no less. If a finished candidate is as good as the reached values in all goals and better in one,
// it is as good as the final ones in all and better in that one: the run's candidate cannot be on the front, whatever
// happens until its end. The same holds for a limit from above that has been passed. What has to be true for this is that
// the values only grow (Goals::reached): it is of cycles, counters and their sums, and a test looks at runs of every
// kind of design for it. It is not of ratios, and not of another machine that is faster in one respect: with infinite
// bandwidth, or with a tenth of the thread blocks, a run may take longer (the order of accesses changes, and what the
// caches hold), so neither is used.
#pragma once

#include <string>
#include <vector>

#include "sweep/goals.h"

namespace unibank::sweep {

struct Bounds {
  std::vector<std::vector<double>> front;  // goals of finished candidates, less is better; in one order
  bool any() const { return stops; }
  bool stops = false;                      // false: nothing ends early

  // As a file has it, and back. Throws InputError for another text.
  std::string text() const;
  static Bounds from(const std::string& text, const std::string& file);
};

// Whether the point of which `so_far` is measured belongs to a candidate that cannot come to the front.
bool cannot_win(const Goals& goals, const Bounds& bounds, const RunResult& so_far, const Design& design);

// What a run that was stopped is known by: its point and the bounds.
std::string stopped_key(const std::string& point_key, const Bounds& bounds);

}  // namespace unibank::sweep
