// Metrics of the use of registers and lines, in percent of the total: live registers, how often values and lines are
// used, and the distance between uses. The table in metrics.cpp describes each metric.
#pragma once

#include <vector>

#include "reproduce/metrics.h"

namespace unibank::metric {

using Values = std::vector<MetricValue>;

// Empty if `whole` is 0.
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
// Undefined for unified storage.
Values utilisation_percent(const Ended& ended, const Ended& baseline);
Values utilisation_ratio(const Ended& ended, const Ended& baseline);

}  // namespace unibank::metric
