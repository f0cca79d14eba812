// Means of a metric over programs.
#include <cmath>

#include "reproduce/metrics.h"

namespace unibank {

double mean_of(const std::vector<double>& values, Metric::Mean mean) {
  const auto count = static_cast<double>(values.size());
  double sum = 0;
  switch (mean) {
    case Metric::Mean::kHarmonic:
      for (const double value : values) sum += 1 / value;
      return count / sum;
    case Metric::Mean::kGeometric:
      for (const double value : values) sum += std::log(value);
      return std::exp(sum / count);
    default:
      for (const double value : values) sum += value;
      return sum / count;
  }
}

}  // namespace unibank
