// Decides when a run may end early without removing a point from the front.
//
// Consider a candidate whose goals are all to be minimised, and whose values can only grow during the run: its final
// values are at least its values so far. If a finished candidate is as good as the values so far in all goals and
// better in one, it is as good as the final values in all goals and better in that one. So the run's candidate cannot
// be on the front, whatever happens until the end of the run. The same holds for a limit from above that has been
// exceeded. The argument requires that the values only grow (Goals::reached). This is true for cycles, counters and
// their sums, and a test checks it on runs of every kind of design; it is not true for ratios, which are therefore not
// used. A machine that is faster in one respect gives no bound either, and is not used: with infinite bandwidth, or
// with a tenth of the thread blocks, a run may take longer, because the order of accesses and the contents of the
// caches change.
#pragma once

#include <string>
#include <vector>

#include "sweep/goals.h"

namespace unibank::sweep {

struct Bounds {
  std::string goals;                       // goals and limits in words (Goals::text)
  std::vector<std::vector<double>> front;  // goals of finished candidates, less is better; sorted
  bool any() const { return stops; }
  bool stops = false;                      // false: nothing ends early

  // The text in a file, and back. Throws InputError for a faulty text.
  std::string text() const;
  static Bounds from(const std::string& text, const std::string& file);
};

// Whether the candidate of the point with the measurements `so_far` can no longer be on the front.
bool cannot_win(const Goals& goals, const Bounds& bounds, const RunResult& so_far, const Design& design);

// The key of a stopped run: its point, and the goals, limits and front that stopped it.
std::string stopped_key(const std::string& point_key, const Bounds& bounds);

}  // namespace unibank::sweep
