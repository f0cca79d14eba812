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

// A paper with an outcome for each of its experiments, in the same order.
struct ReportPaper {
  Paper paper;
  std::vector<Outcome> outcomes;
  unsigned points = 0, finished = 0, older = 0;  // of all its experiments, each point once
  std::string older_versions;                    // "version 4"; empty: none
};

// A row's or column's name as part of a reference: "384 KB: cache" becomes 384-KB-cache.
std::string report_name(const std::string& text);

// The position of a text, for messages.
struct ReportPlace {
  const std::string& file;
  unsigned line = 0;
};

// Names are paper.experiment.row.column, and paper.experiment/metric.row.column for metrics other than the experiment's
// first, followed by @x if there is a sweep. The column may be omitted if a row has only one. The rows `most` and
// `least` are the programs with the highest and the lowest measured value. A name may be followed by: .published, .high
// (of a range), .ratio (measured over published), .deviation (measured minus published), .row (the row's name).
class ReportValues {
 public:
  explicit ReportValues(const std::vector<ReportPaper>& papers);
  ReportValues(const ReportValues&) = delete;
  ReportValues& operator=(const ReportValues&) = delete;

  // The text for {{reference}}: a name, and after a ':' a format. A format is a number of decimals (default 2),
  // preceded by one of: `,` (1,234), `+` (with sign), `%` (times a hundred), `gain` (percent above 1), `cut` (percent
  // below 1), `k` and `M` (divided by a thousand or a million). Cells that have not run become "(not run)". Throws
  // InputError, with the nearest names, for an unknown name.
  std::string text_of(const std::string& reference, const ReportPlace& place) const;
  // The text for a cell of a table: as text_of(), but "-" if there is no measured value, and empty if there is no
  // published value.
  std::string cell_text(const std::string& reference, const ReportPlace& place) const;
  // Whether such a cell exists, with or without a value.
  bool knows(const std::string& reference) const;

  // The cell itself; null if there is none of this name.
  const Cell* find(const std::string& name) const;
  // `name` is paper or paper.experiment. Throws InputError.
  const ReportPaper& paper(const std::string& name, const ReportPlace& place) const;
  // `name` is "paper.experiment" or "paper.experiment/metric"; sets `metric`, by default to the experiment's first.
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
  std::map<std::string, unsigned> columns_;  // by row name: the number of its columns
};

// A value in this format; empty if there is no such format.
std::optional<std::string> formatted(double value, const std::string& format);

}  // namespace unibank
