// Every cell of every experiment, by the name that texts use.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reproduce/experiment.h"
#include "reproduce/outcome.h"

namespace unibank {

// A paper with an outcome for each of its experiments, in their order.
struct ReportPaper {
  Paper paper;
  std::vector<Outcome> outcomes;
  unsigned points = 0, finished = 0, older = 0;  // of all of its experiments, each once
  std::string older_versions;                    // "version 4"; empty: none
};

// A row's or column's name as part of a longer one: "384 KB: cache" is 384-KB-cache.
std::string report_name(const std::string& text);

// The position of a text, for messages.
struct ReportPlace {
  const std::string& file;
  unsigned line = 0;
};

// Names are paper.experiment.row.column, and paper.experiment/metric.row.column for other metrics than the
// experiment's first; @x behind them where there is a sweep. The column may be left out where a row has one only. The
// rows `most` and `least` are the programs with the highest and the lowest measured value. Behind a name: .published,
// .high (of a range), .ratio (measured over published), .deviation (measured less published), .row (the row's name).
class ReportValues {
 public:
  explicit ReportValues(const std::vector<ReportPaper>& papers);
  ReportValues(const ReportValues&) = delete;
  ReportValues& operator=(const ReportValues&) = delete;

  // What {{reference}} becomes: a name, and behind a ':' a format. A format is a number of decimals (2 unless said),
  // and before it one of: `,` (1,234), `+` (its sign), `%` (a hundredfold), `gain` (percent above 1), `cut` (percent
  // below 1), `k` and `M` (thousandth and millionth part). Cells that have not run become "(not run)".
  // Throws InputError with the names nearest to one that there is not.
  std::string text_of(const std::string& reference, const ReportPlace& place) const;
  // The same for a cell of a table: "-" where nothing is measured, empty where nothing is published.
  std::string cell_text(const std::string& reference, const ReportPlace& place) const;
  // Whether there is such a cell, whatever is shown of it.
  bool knows(const std::string& reference) const;

  // The cell itself; null where there is none of this name.
  const Cell* find(const std::string& name) const;
  // Throws InputError. `name` is paper or paper.experiment.
  const ReportPaper& paper(const std::string& name, const ReportPlace& place) const;
  // "paper.experiment" or "paper.experiment/metric"; sets the metric, the experiment's first where none is named.
  const Outcome& outcome(const std::string& name, const ReportPlace& place, std::string& metric,
                         const Experiment** experiment) const;

 private:
  void add(const std::string& prefix, const Outcome& outcome, const Experiment& experiment);
  void add_missing_parts(const std::string& prefix, const Outcome& outcome, const Experiment& experiment);
  void add_cell(const std::string& prefix, const Cell& cell);
  void add_extremes(const std::string& prefix, const Outcome& outcome, const Experiment& experiment,
                    const std::string& metric);
  void add_number(const std::string& name, double value);
  struct Reference {
    std::string name, part, format;
  };
  Reference split(const std::string& reference) const;
  std::optional<std::string> value_text(const std::string& reference, const ReportPlace& place) const;

  const std::vector<ReportPaper>& papers_;
  std::deque<Cell> made_;                    // extremes and numbers of points
  std::map<std::string, const Cell*> cells_;
  std::map<std::string, unsigned> columns_;  // of a row's name, how many columns it has
};

// A value as a format shows it; empty where there is no such format.
std::optional<std::string> formatted(double value, const std::string& format);

}  // namespace unibank
