#include "characterize/row.h"

#include <cmath>

#include "report/human.h"

namespace unibank::characterize {

namespace {

constexpr double kRounding = 1e-9;  // of the division alone

// Cycles spent against cycles due: above 1 the machine is slower than its parameters say.
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
  return cost(row) < 1 ? Verdict::kLess : Verdict::kMore;
}

bool is_right(const Row& row) {
  const Verdict found = verdict(row);
  return found == Verdict::kExact || found == Verdict::kWithin || found == Verdict::kAbsent ||
         (found == Verdict::kMore && row.at_least);
}

std::string verdict_text(const Row& row) {
  switch (verdict(row)) {
    case Verdict::kExact: return "exact";
    case Verdict::kWithin: return "within " + percent(row.within);
    case Verdict::kAbsent: return "not here: " + row.absent;
    case Verdict::kRefused: return "cannot run: " + row.refused;
    case Verdict::kLess:
      return "costs " + fixed(cost(row), 2) + " of what is due: " + (row.if_less.empty() ? "free" : row.if_less);
    case Verdict::kMore:
      if (row.at_least) return "as due or more";
      return "costs " + fixed(cost(row), 2) + " of what is due: " +
             (row.if_more.empty() ? "charged twice" : row.if_more);
  }
  return "";
}

}  // namespace unibank::characterize
