// Which series is best for which programs, by which counter it differs most from the baseline, and what becomes of
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

// Of every row one for each of the two kinds of series. A row waits for all of its series.
std::vector<Winner> winners(const Outcome& outcome);

// The metric of a series of several ideas beside the product of theirs alone.
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
