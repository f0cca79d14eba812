// Numbers and relations as the writers of files show them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reproduce/outcome.h"

namespace unibank {

// The shortest text that reads back as the same number; "nan", "inf" and "-inf" for what is none.
std::string exact(double value);
// For people: four significant digits, whole numbers below 10^15 in full, "undefined" for what is no number.
std::string rounded(double value);
// The value if there is one and it is a finite number: what can be drawn and averaged.
std::optional<double> drawable(const std::optional<double>& value);

// Whether the measured value keeps the bound that the paper gives ("<", "<=", ">", ">=", "range"); empty where there is
// no bound or nothing finite to judge.
std::optional<bool> keeps_bound(const Cell& cell);

// |measured - published| averaged over the cells of one metric that can be compared.
struct Agreement {
  std::string metric;
  unsigned compared = 0;            // cells with a finite deviation
  double mean_absolute = 0;         // of those
  unsigned bounds = 0, kept = 0;    // cells with a bound, and those that keep it
};
// One per metric that has anything to compare, in the order of the cells.
std::vector<Agreement> agreements(const Outcome& outcome);

// Each once, in the order of their first appearance.
std::vector<std::string> distinct(const std::vector<Cell>& cells, std::string Cell::*name);

}  // namespace unibank
