// Compares a column of measured values with the published ones: counts, deviation, order and direction.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reproduce/experiment.h"
#include "reproduce/outcome.h"

namespace unibank {

// A measured value matches a published value if it differs by at most this share of the published value (or, if the
// published value is 0, by at most this number).
constexpr double kMatchTolerance = 0.05;
// A ratio within this distance of 1, or a difference within this distance of 0, counts as no change.
constexpr double kNoChange = 0.005;

// A pair: measured, published.
using Pairs = std::vector<std::pair<double, double>>;

// The mean over at least one pair.
double mean_absolute_deviation(const Pairs& pairs);
// Spearman's rank correlation; equal values share the mean of their ranks. Empty for fewer than three pairs and if all
// values of one side are equal.
std::optional<double> rank_correlation(const Pairs& pairs);
// The number of pairs that change in the same direction from `neutral`: both above, both below or both within
// kNoChange.
unsigned same_direction(const Pairs& pairs, double neutral);

// Whether the measured value matches the published one within the tolerance, or keeps the published bound. Empty if one
// of the two is missing.
std::optional<bool> matches(const Cell& cell);

// The value of a metric that means "as the baseline": 1 for a ratio, 0 for a difference; empty for other metrics.
std::optional<double> neutral_of(const std::string& metric);

// The score of one metric and series of an experiment.
struct Score {
  std::string metric, series;
  unsigned published = 0;                 // values and bounds, without those in words only
  unsigned judged = 0, matched = 0;       // of those: with a measured value, and matching
  unsigned compared = 0;                  // programs with a published value and a measured one
  std::optional<double> deviation;        // mean absolute deviation over those, else over averages
  std::optional<double> correlation;      // over programs
  std::optional<unsigned> same_sign;      // programs that change in the published direction
};

// One score for each metric and series with published values, in the order of the cells.
std::vector<Score> scores_of(const Experiment& experiment, const Outcome& outcome);

struct ScoreTotal {
  unsigned published = 0, judged = 0, matched = 0;
};
// A value shown by several experiments counts once, in the first of them.
ScoreTotal total_of(const std::vector<const Outcome*>& of_one_paper);

}  // namespace unibank
