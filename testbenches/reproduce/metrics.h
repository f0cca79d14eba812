// The metrics of a run that experiments show, by name.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "design/design.h"
#include "report/run_result.h"

namespace unibank {

struct MetricValue {
  std::string component;  // "registers" of a division; empty where the metric is one number
  double value = 0;
};

// A finished point: its counters and the machine it ran on.
struct Ended {
  const RunResult* run = nullptr;
  const Design* design = nullptr;
};

struct Metric {
  enum class Mean { kArithmetic, kHarmonic, kGeometric };
  const char* name;
  const char* description;
  bool relative;      // to the baseline's run of the same workload
  bool timed;         // not of a functional run
  Mean mean;          // performance arithmetic, energy harmonic; Jatala: geometric
  // Empty: undefined (division by zero).
  std::function<std::vector<MetricValue>(const Ended& ended, const Ended& baseline)> of;
};

const std::vector<Metric>& metrics();
std::vector<std::string> metric_names();
// The metric, or the counter, of this name (unibank list counters); null if there is none.
const Metric* find_metric(const std::string& name);

// Of an axis or the head of a table: "× baseline", "KB", "%"; of a counter as it declares it. Empty of what is no
// metric.
std::string unit_of(const std::string& metric);
// "dram_kb (KB)"; the name alone where it has no unit.
std::string with_unit(const std::string& metric);

// The mean of at least one value; for the harmonic and the geometric mean all values are above 0.
double mean_of(const std::vector<double>& values, Metric::Mean mean);

}  // namespace unibank
