// The best series for each program, the counter in which it differs most from the baseline, and the combined effect of
// several ideas.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reproduce/outcome.h"

namespace unibank {

// The counter with the largest relative change to the baseline, |value - baseline| / baseline.
struct CounterChange {
  std::string metric;
  double baseline = 0, value = 0;  // baseline: not 0, because changes are relative to it
  double relative() const;
};

struct Winner {
  std::string row;
  bool combined = false;                // the winner among series of several ideas, or among the others
  std::string series;
  double value = 0;                     // the metric's value, which is the highest
  std::optional<CounterChange> change;  // empty: nothing changed, or all baseline values are 0
};

// For every row, one winner of each of the two kinds of series. A row needs results of all its series.
std::vector<Winner> winners(const Outcome& outcome);

// The metric of a series that combines ideas, beside the product of the single ideas' metrics.
struct Combination {
  enum class Kind { kMore, kAddsUp, kInTheWay } kind = Kind::kAddsUp;
  std::string row, series;
  double value = 0, product = 0;
};

// kMore: the value is above 101% of the product; kInTheWay: below 99%. Returns only combinations that have run.
std::vector<Combination> combinations(const Outcome& outcome);

// Both as tables with explaining sentences; empty if the experiment does not ask for them.
std::string winners_html(const Outcome& outcome);

}  // namespace unibank
