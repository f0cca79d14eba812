// The best series for each program, the counter in which it differs most from the baseline, and the effect of
// several ideas in one series.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reproduce/outcome.h"

namespace unibank {

// The counter with the largest relative change to the baseline, |value - baseline| / baseline.
struct CounterChange {
  std::string metric;
  double baseline = 0, value = 0;  // baseline: not 0, of which nothing can be a multiple
  double relative() const;
};

struct Winner {
  std::string row;
  bool combined = false;                // among the series of several ideas; else among the others
  std::string series;
  double value = 0;                     // of the metric; the highest
  std::optional<CounterChange> change;  // empty: nothing changed, or nothing that is not 0 on the baseline
};

// For every row, one winner of each of the two kinds of series. A row is complete when all of its series are.
std::vector<Winner> winners(const Outcome& outcome);

// The metric of a series that combines ideas, beside the product of the metrics of the single ideas.
struct Combination {
  enum class Kind { kMore, kAddsUp, kInTheWay } kind = Kind::kAddsUp;
  std::string row, series;
  double value = 0, product = 0;
};

// More: above 101% of the product. In the way: below 99%. Those that have run.
std::vector<Combination> combinations(const Outcome& outcome);

// Both as tables with the sentences that define them; empty where the experiment asks for none.
std::string winners_html(const Outcome& outcome);

}  // namespace unibank
