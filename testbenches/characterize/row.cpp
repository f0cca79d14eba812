#include "characterize/row.h"

#include <algorithm>
#include <cmath>

#include "report/human.h"

namespace unibank::characterize {

namespace {

constexpr double kRounding = 1e-9;  // error of the division alone

// Measured cycles divided by expected cycles: above 1 the machine is slower than its parameters say.
double cost(const Row& row) {
  if (row.is == Row::Is::kCycles) return row.measured / row.due.value;
  return row.measured == 0 ? INFINITY : row.due.value / row.measured;
}

}  // namespace

Verdict verdict(const Row& row) {
  if (!row.absent.empty()) return Verdict::kAbsent;
  if (!row.refused.empty()) return Verdict::kRefused;
  const double difference = std::abs(row.measured - row.due.value) / row.due.value;
  if (difference <= kRounding) return Verdict::kExact;
  if (difference <= row.within) return Verdict::kWithin;
  if (cost(row) > 1 && cost(row) - 1 <= row.slower + kRounding) return Verdict::kWithin;
  if (cost(row) < 1 && 1 / cost(row) - 1 <= row.faster + kRounding) return Verdict::kWithin;
  return cost(row) < 1 ? Verdict::kLess : Verdict::kMore;
}

bool is_right(const Row& row) {
  const Verdict found = verdict(row);
  return found == Verdict::kExact || found == Verdict::kWithin || found == Verdict::kAbsent ||
         (found == Verdict::kMore && row.at_least);
}

namespace {

// "2 cycles more than expected"; for throughput "0.50 of the expected figure".
std::string difference_text(const Row& row) {
  if (row.unit != "cycles")
    return fixed(row.measured / row.due.value, 2) + " of the expected figure";
  const double difference = std::abs(row.measured - row.due.value);
  std::string cycles = fixed(difference, difference == std::floor(difference) ? 0 : 2);
  return cycles + (cycles == "1" ? " cycle " : " cycles ") + (row.measured > row.due.value ? "more" : "less") +
         " than expected";
}

std::string because(const Row& row, const std::string& why, const char* otherwise) {
  return difference_text(row) + ": " + (why.empty() ? otherwise : why);
}

}  // namespace

std::string verdict_text(const Row& row) {
  switch (verdict(row)) {
    case Verdict::kExact: return "exact";
    case Verdict::kWithin: return "within " + percent(std::max(row.within, cost(row) > 1 ? row.slower : row.faster));
    case Verdict::kAbsent: return "not here: " + row.absent;
    case Verdict::kRefused: return "cannot run: " + row.refused;
    case Verdict::kLess: return because(row, row.if_less, "free, and no parameter bounds it");
    case Verdict::kMore:
      return row.at_least ? "as expected or more"
                          : because(row, row.if_more, "more than the parameters say, not broken down");
  }
  return "";
}

}  // namespace unibank::characterize
