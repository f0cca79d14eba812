// The text of numbers and relations in written files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reproduce/outcome.h"

namespace unibank {

// The shortest text that reads back as the same number; "nan", "inf" or "-inf" if it is not finite.
std::string exact(double value);
// Readable text: four significant digits; whole numbers below 10^15 with all digits; "undefined" for NaN.
std::string rounded(double value);
// Readable text for a page: four digits, "1,234,567" from 1,000 on, two digits below 0.001, never an exponent; "≈ 0"
// below half a millionth.
std::string for_page(double value);
// The value if it exists and is finite, so that it can be drawn and averaged.
std::optional<double> drawable(const std::optional<double>& value);

// Whether the measured value keeps the paper's bound ("<", "<=", ">", ">=", "range"). Empty if there is no bound or no
// finite value.
std::optional<bool> keeps_bound(const Cell& cell);

// |measured - published| averaged over the cells of one metric that can be compared.
struct Agreement {
  std::string metric;
  unsigned compared = 0;            // cells with a finite deviation
  double mean_absolute = 0;         // of those
  unsigned bounds = 0, kept = 0;    // cells with a bound, and those that keep it
};
// One Agreement for each metric with cells that can be compared, in the order of the cells.
std::vector<Agreement> agreements(const Outcome& outcome);

// Each value once, in the order of first appearance.
std::vector<std::string> distinct(const std::vector<Cell>& cells, std::string Cell::*name);

}  // namespace unibank
