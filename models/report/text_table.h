// Runs side by side: a row for each figure, with ratios to the first run.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "report/run_result.h"

namespace unibank {

class Table {
 public:
  using Figure = std::function<double(const RunResult&)>;
  using Show = std::function<std::string(double)>;

  // A figure that a run does not have: its cell and its ratio are empty.
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  explicit Table(const std::vector<RunResult>& runs) : runs_(runs) {}

  void heading(const std::string& label) { rows_.push_back({label, {}, {}}); }
  void text(const std::string& label, const std::function<std::string(const RunResult&)>& of);
  // A figure that does not depend on which launches were timed.
  void fact(const std::string& label, const Figure& of, const Show& show);
  // A figure computed from cycles and counters; with half its interval if the run is sampled.
  void value(const std::string& label, const Figure& of, const Show& show);
  // A figure of a sampled run whose half interval is known.
  void estimate(const std::string& label, const Figure& of, const Figure& half, const Show& show) {
    estimate(label, of, half, show, [](const RunResult&) { return true; });
  }
  // The ratio of a run that is not comparable with the first is "-".
  void estimate(const std::string& label, const Figure& of, const Figure& half, const Show& show,
                const std::function<bool(const RunResult&)>& comparable);
  // Omitted if they are zero in all runs.
  void fact_if_any(const std::string& label, const Figure& of, const Show& show);
  void value_if_any(const std::string& label, const Figure& of, const Show& show);

  std::string print() const;

 private:
  struct Row {
    std::string label;
    std::vector<std::string> cells, ratios;  // a heading has none
  };

  bool any(const Figure& of) const;

  const std::vector<RunResult>& runs_;
  std::vector<Row> rows_;
};

}  // namespace unibank
