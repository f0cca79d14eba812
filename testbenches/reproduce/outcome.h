// The result of an experiment: measured values beside published ones. evaluate.h computes it, and the report writers
// show it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace unibank {

// A value that a paper prints for one bar, point or cell.
struct Published {
  std::string relation;  // "=", "<", "<=", ">", ">=", "range" (value to high), "order" (words only, in `words`)
  std::optional<double> value, high;
  std::string words;     // the paper's words, if it gives no number
  std::string source;    // "Gebhart2012 Table 6"
};

// One bar, point or cell: a row (a workload, or "average") of a series (a design, or a line of a plot).
struct Cell {
  std::string row, series, metric;
  std::optional<double> x;         // position on the plot's horizontal axis, if any
  std::optional<double> measured;  // empty: not yet run
  std::optional<Published> published;
  // measured - published value; empty where one of them is missing or the relation is not "=".
  std::optional<double> deviation() const {
    if (!measured || !published || published->relation != "=" || !published->value) return std::nullopt;
    return *measured - *published->value;
  }
};

// A group of programs in a heat map, placed below the row with their mean.
struct PlotGroup {
  std::string mean;
  std::vector<std::string> rows;
};

struct Plot {
  enum class Kind { kBars, kStackedBars, kLines, kHeatMap, kPareto, kScatter } kind = Kind::kBars;
  std::string title, x_label, y_label;
  std::string metric;                   // the metric of the cells shown
  std::vector<std::string> series;      // in order; empty: all
  bool a_plot_a_row = false;            // lines: one small graph for each workload
  std::optional<double> y_from, y_to;
  std::vector<PlotGroup> groups;        // heat map: top to bottom
  std::string against, row;             // Pareto front, scatter: metric along x; Pareto front: row of the cells
};

// A series and, if it combines several ideas, the series that each have one of them.
struct WinnersSeries {
  std::string name;
  std::vector<std::string> parts;
};

// The input of winners.h: the rows, the metric, and the counters to compare.
struct Winners {
  std::string metric, baseline;
  std::vector<std::string> rows, counters;
  std::vector<WinnersSeries> series;
};

struct Outcome {
  std::string paper, name, title, source;                        // "gebhart2012", "table6", ...
  std::string size;                                              // "test" or "paper"
  unsigned points = 0, finished = 0;
  unsigned older = 0;  // finished by an older version of the model
  std::string older_versions;  // "version 4"; empty: none
  std::vector<Cell> cells;                                       // in the experiment's order
  std::vector<Plot> plots;
  std::optional<Winners> winners;
  std::vector<std::pair<std::string, std::string>> parameters;   // the setup: designs, overrides, program version
  std::vector<std::string> notes;                                // sentences: deviations and their mechanisms
  // [row] how to repeat its runs: "unibank run backprop48 --size tiny --arg inputs=256", without what differs from one
  // series or value of the sweep to the next.
  std::map<std::string, std::string> commands;
};

}  // namespace unibank
