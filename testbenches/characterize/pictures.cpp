#include "characterize/pictures.h"

#include <algorithm>

namespace unibank::characterize {

namespace {

struct Axes {
  const char *curve, *title, *x, *y;
};

constexpr Axes kCurves[] = {
    {"scratchpad", "Scratchpad loads against stride", "words from lane to lane", "cycles per access"},
    {"L1 lines", "Loads against lines that they touch", "lines", "cycles per access"},
    {"working set", "Latency of a load against its working set", "KB", "cycles"},
    {"hiding ALU results", "Throughput against warps: ALU", "warps", "instructions per cycle"},
    {"hiding scratchpad loads", "Throughput against warps: scratchpad", "warps", "instructions per cycle"},
};

Cell cell_of(const Row& row, const char* series, double value) {
  Cell cell;
  cell.row = row.group;
  cell.series = series;
  cell.metric = row.curve;
  cell.x = row.at;
  cell.measured = value;
  return cell;
}

}  // namespace

Outcome outcome_of(const std::vector<Row>& rows, const std::string& design) {
  Outcome outcome;
  outcome.paper = "characterize";
  outcome.name = "curves";
  outcome.title = design + ": measured and expected";
  for (const Axes& axes : kCurves) {
    const auto on_it = [&axes](const Row& row) { return row.curve == axes.curve && row.refused.empty(); };
    if (std::none_of(rows.begin(), rows.end(), on_it)) continue;
    Plot plot;
    plot.kind = Plot::Kind::kLines;
    plot.title = std::string(axes.title) + ", " + design;
    plot.x_label = axes.x;
    plot.y_label = axes.y;
    plot.metric = axes.curve;
    outcome.plots.push_back(plot);
    for (const char* series : {"measured", "expected"})
      for (const Row& row : rows)
        if (on_it(row))
          outcome.cells.push_back(cell_of(row, series, series[0] == 'm' ? row.measured : row.due.value));
  }
  return outcome;
}

}  // namespace unibank::characterize
