#include "reproduce/scorecard.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "reproduce/metrics.h"
#include "reproduce/values.h"

namespace unibank {

namespace {

// Ranks from 1 on; equal values share the mean of their ranks.
std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<double> ranks;
  for (const double value : values) {
    const auto below = std::count_if(values.begin(), values.end(), [value](double other) { return other < value; });
    const auto equal = std::count(values.begin(), values.end(), value);
    ranks.push_back(static_cast<double>(below) + (static_cast<double>(equal) + 1) / 2);
  }
  return ranks;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

int direction(double value, double neutral) {
  if (std::fabs(value - neutral) <= kNoChange) return 0;
  return value > neutral ? 1 : -1;
}

bool is_number(const Cell& cell) { return cell.published && cell.published->value; }

}  // namespace

double mean_absolute_deviation(const Pairs& pairs) {
  double sum = 0;
  for (const auto& [measured, published] : pairs) sum += std::fabs(measured - published);
  return sum / static_cast<double>(pairs.size());
}

std::optional<double> rank_correlation(const Pairs& pairs) {
  if (pairs.size() < 3) return std::nullopt;
  std::vector<double> measured, published;
  for (const auto& [one, other] : pairs) measured.push_back(one), published.push_back(other);
  measured = ranks_of(measured);
  published = ranks_of(published);
  const double mean_measured = mean(measured), mean_published = mean(published);
  double both = 0, squares = 0, published_squares = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const double a = measured[i] - mean_measured, b = published[i] - mean_published;
    both += a * b;
    squares += a * a;
    published_squares += b * b;
  }
  if (squares == 0 || published_squares == 0) return std::nullopt;
  return both / std::sqrt(squares * published_squares);
}

unsigned same_direction(const Pairs& pairs, double neutral) {
  unsigned same = 0;
  for (const auto& [measured, published] : pairs) same += direction(measured, neutral) == direction(published, neutral);
  return same;
}

std::optional<bool> matches(const Cell& cell) {
  const auto deviation = drawable(cell.deviation());
  if (!deviation) return keeps_bound(cell);
  const double published = std::fabs(*cell.published->value);
  const double most = published == 0 ? kMatchTolerance : kMatchTolerance * published;
  return std::fabs(*deviation) <= most * (1 + 1e-9);  // 1.05 for 1 matches
}

std::optional<double> neutral_of(const std::string& metric) {
  static const std::set<std::string> kDifferences = {"hit_points", "load_hit_points", "mrf_removed",
                                                     "added_instructions", "added_bits"};
  const Metric* const found = find_metric(metric);
  if (!found || !found->relative) return std::nullopt;
  return kDifferences.count(metric) != 0 ? 0.0 : 1.0;
}

std::vector<Score> scores_of(const Experiment& experiment, const Outcome& outcome) {
  std::vector<Score> scores;
  std::vector<std::pair<Pairs, Pairs>> pairs;  // of programs, of averages
  for (const Cell& cell : outcome.cells) {
    if (!is_number(cell)) continue;
    auto score = std::find_if(scores.begin(), scores.end(), [&cell](const Score& other) {
      return other.metric == cell.metric && other.series == cell.series;
    });
    if (score == scores.end()) {
      scores.push_back({cell.metric, cell.series, 0, 0, 0, 0, {}, {}, {}});
      pairs.emplace_back();
      score = std::prev(scores.end());
    }
    ++score->published;
    const std::optional<bool> match = matches(cell);
    score->judged += match.has_value();
    score->matched += match.value_or(false);
    if (!drawable(cell.deviation())) continue;
    auto& [programs, averages] = pairs[static_cast<std::size_t>(score - scores.begin())];
    (is_average(experiment, cell.row) ? averages : programs).emplace_back(*cell.measured, *cell.published->value);
  }
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const auto& [programs, averages] = pairs[i];
    scores[i].compared = static_cast<unsigned>(programs.size());
    if (!programs.empty() || !averages.empty())
      scores[i].deviation = mean_absolute_deviation(programs.empty() ? averages : programs);
    scores[i].correlation = rank_correlation(programs);
    const std::optional<double> neutral = neutral_of(scores[i].metric);
    if (neutral && !programs.empty()) scores[i].same_sign = same_direction(programs, *neutral);
  }
  return scores;
}

ScoreTotal total_of(const std::vector<const Outcome*>& of_one_paper) {
  ScoreTotal total;
  std::set<std::tuple<std::string, std::string, std::string, double, double, std::string, std::string>> counted;
  for (const Outcome* outcome : of_one_paper)
    for (const Cell& cell : outcome->cells) {
      if (!is_number(cell)) continue;
      const Published& published = *cell.published;
      if (!counted
               .emplace(cell.row, cell.series, cell.metric, cell.x.value_or(0), *published.value, published.relation,
                        published.source)
               .second)
        continue;
      const std::optional<bool> match = matches(cell);
      ++total.published;
      total.judged += match.has_value();
      total.matched += match.value_or(false);
    }
  return total;
}

}  // namespace unibank
