// Metrics of how registers and lines are used, in percent of all: what is live, how often values and lines are had, and
// after how long again. What each one is says the table in metrics.cpp.
#pragma once

#include <vector>

#include "reproduce/metrics.h"

namespace unibank::metric {

using Values = std::vector<MetricValue>;

// Nothing where `whole` is 0.
inline Values over(double part, double whole) {
  if (whole == 0) return {};
  return {{"", part / whole}};
}

Values register_percent(const Ended& ended, const Ended& baseline);
Values hole_percent(const Ended& ended, const Ended& baseline);
Values value_reads_percent(const Ended& ended, const Ended& baseline);
Values line_accesses_percent(const Ended& ended, const Ended& baseline);
Values reuse_distance_percent(const Ended& ended, const Ended& baseline);
Values reuse_within_percent(const Ended& ended, const Ended& baseline);
Values register_reuse_percent(const Ended& ended, const Ended& baseline);
Values memory_access_percent(const Ended& ended, const Ended& baseline);

}  // namespace unibank::metric
