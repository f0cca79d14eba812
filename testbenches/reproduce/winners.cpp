#include "reproduce/winners.h"

#include <cmath>

#include "reproduce/values.h"

namespace unibank {

namespace {

std::optional<double> value_of(const Outcome& outcome, const std::string& row, const std::string& series,
                               const std::string& metric) {
  for (const Cell& cell : outcome.cells)
    if (cell.row == row && cell.series == series && cell.metric == metric) return drawable(cell.measured);
  return std::nullopt;
}

std::optional<CounterChange> largest_change(const Outcome& outcome, const std::string& row,
                                            const std::string& series) {
  std::optional<CounterChange> largest;
  for (const std::string& metric : outcome.winners->counters) {
    const auto baseline = value_of(outcome, row, outcome.winners->baseline, metric);
    const auto value = value_of(outcome, row, series, metric);
    if (!baseline || !value || *baseline == 0 || *baseline == *value) continue;
    const CounterChange change{metric, *baseline, *value};
    if (!largest || std::fabs(change.relative()) > std::fabs(largest->relative())) largest = change;
  }
  return largest;
}

// Empty while one of the series has not run.
std::optional<Winner> winner_of(const Outcome& outcome, const std::string& row, bool combined) {
  std::optional<Winner> best;
  for (const WinnersSeries& series : outcome.winners->series) {
    if (series.parts.empty() == combined) continue;
    const auto value = value_of(outcome, row, series.name, outcome.winners->metric);
    if (!value) return std::nullopt;
    if (!best || *value > best->value) best = Winner{row, combined, series.name, *value, std::nullopt};
  }
  if (best) best->change = largest_change(outcome, row, best->series);
  return best;
}

std::optional<Combination> combination_of(const Outcome& outcome, const std::string& row, const WinnersSeries& series) {
  const auto value = value_of(outcome, row, series.name, outcome.winners->metric);
  if (!value) return std::nullopt;
  Combination combination;
  combination.row = row;
  combination.series = series.name;
  combination.value = *value;
  combination.product = 1;
  for (const std::string& part : series.parts) {
    const auto alone = value_of(outcome, row, part, outcome.winners->metric);
    if (!alone) return std::nullopt;
    combination.product *= *alone;
  }
  if (*value > 1.01 * combination.product) combination.kind = Combination::Kind::kMore;
  if (*value < 0.99 * combination.product) combination.kind = Combination::Kind::kInTheWay;
  return combination;
}

}  // namespace

double CounterChange::relative() const { return (value - baseline) / baseline; }

std::vector<Winner> winners(const Outcome& outcome) {
  std::vector<Winner> all;
  if (!outcome.winners) return all;
  for (const std::string& row : outcome.winners->rows)
    for (const bool combined : {false, true})
      if (const auto winner = winner_of(outcome, row, combined)) all.push_back(*winner);
  return all;
}

std::vector<Combination> combinations(const Outcome& outcome) {
  std::vector<Combination> all;
  if (!outcome.winners) return all;
  for (const WinnersSeries& series : outcome.winners->series)
    for (const std::string& row : outcome.winners->rows)
      if (!series.parts.empty())
        if (const auto one = combination_of(outcome, row, series)) all.push_back(*one);
  return all;
}

}  // namespace unibank
