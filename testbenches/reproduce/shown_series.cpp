#include "reproduce/shown_series.h"

#include <algorithm>
#include <map>

#include "reproduce/metrics.h"

namespace unibank {

const std::vector<std::string>& metric_parts(const std::string& metric) {
  using Parts = std::vector<std::string>;
  static const Parts kNone, kConflicts = {"<=1", "2", "3", "4", ">4"};
  static const std::map<std::string, Parts> kAll = {
      {"partition_kb", {"registers", "scratchpad", "cache", "idle"}},
      {"bank_conflict_percent", kConflicts},
      {"conflict_percent", kConflicts},
      {"register_percent", {"live", "dynamic holes", "static holes"}},
      {"value_reads_percent", {"0", "1", "2", ">2"}},
      {"line_accesses_percent", {"1", "2", "3", "4 to 10", ">10"}},
      {"reuse_distance_percent", {"0 to 10", "11 to 100", "101 to 1000", ">1000"}},
      {"reuse_within_percent", {"10", "100", "1000"}},
      {"main_kb", {"registers", "scratchpad"}},
      {"interference_percent", {"register-register", "register-cache", "cache-cache"}},
      {"shared_block_percent", {"before", "waiting", "inside", "after"}}};
  const auto found = kAll.find(metric);
  return found == kAll.end() ? kNone : found->second;
}

std::string shown_name(const Experiment& experiment, const std::string& series, const std::string& part) {
  if (part.empty()) return series;
  return experiment.series.size() == 1 ? part : series + ": " + part;
}

std::vector<std::string> shown_series(const Experiment& experiment, const std::string& metric) {
  std::vector<std::string> names;
  const auto add = [&names](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const ExperimentSeries& series : experiment.series) {
    if (metric_parts(metric).empty()) add(series.name);
    for (const std::string& part : metric_parts(metric)) add(shown_name(experiment, series.name, part));
  }
  return names;
}

}  // namespace unibank
