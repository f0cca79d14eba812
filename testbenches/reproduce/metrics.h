// The metrics of runs that experiments show, by name.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "design/design.h"
#include "report/run_result.h"

namespace unibank {

struct MetricValue {
  std::string component;  // "registers" of a division; empty if the metric is one number
  double value = 0;
  bool shown = true;  // false: experiments leave it out, unless another run of the series has it
};

// A finished point: its counters and the machine on which it ran.
struct Ended {
  const RunResult* run = nullptr;
  const Design* design = nullptr;
};

struct Metric {
  enum class Mean { kArithmetic, kHarmonic, kGeometric };
  const char* name;
  const char* description;
  bool relative;      // relative to the baseline's run of the same workload
  bool timed;         // not available in functional runs
  Mean mean;          // performance arithmetic, Gebhart's energy harmonic; Jatala: geometric
  // Empty: undefined (division by zero).
  std::function<std::vector<MetricValue>(const Ended& ended, const Ended& baseline)> of;
};

const std::vector<Metric>& metrics();
std::vector<std::string> metric_names();
// The metric, or the counter, with this name (unibank list counters); null if there is none.
const Metric* find_metric(const std::string& name);

// The names of the parts of a metric that is several numbers (MetricValue::component); none if it is one number.
const std::vector<std::string>& metric_parts(const std::string& metric);

// The unit for an axis or a table's head: "× baseline", "KB", "%"; a counter's declared unit. Empty for an unknown
// metric.
std::string unit_of(const std::string& metric);
// "dram_kb (KB)"; only the name if there is no unit.
std::string with_unit(const std::string& metric);

// The mean of at least one value; for the harmonic and the geometric mean all values must be above 0.
double mean_of(const std::vector<double>& values, Metric::Mean mean);

}  // namespace unibank
