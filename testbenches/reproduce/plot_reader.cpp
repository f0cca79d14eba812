#include "reproduce/plot_reader.h"

#include <algorithm>

#include "base/input_error.h"
#include "reproduce/metrics.h"
#include "reproduce/shown_series.h"
#include "reproduce/values.h"

namespace unibank {

namespace {

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class PlotReader {
 public:
  explicit PlotReader(Experiment& experiment) : experiment_(experiment) {}

  void read_plot(TableReader& table) {
    Plot plot;
    const std::string kind = table.text("kind");
    const std::vector<std::string> kinds = {"bars", "stacked-bars", "lines", "heat-map", "pareto"};
    const auto found = std::find(kinds.begin(), kinds.end(), kind);
    if (found == kinds.end()) table.fail_at("kind", unknown_name("kind of plot", kind, kinds));
    plot.kind = static_cast<Plot::Kind>(found - kinds.begin());
    plot.metric = metric_of(table, "metric");
    plot.title = table.text_or("title", experiment_.title);
    plot.x_label = table.text_or("x_label", "");
    plot.y_label = table.text_or("y_label", with_unit(plot.metric));
    plot.series = table.texts("series");
    const std::vector<std::string> shown = shown_series(experiment_, plot.metric);
    for (const std::string& one : plot.series)
      if (!has(shown, one)) table.fail_at("series", unknown_name("series of " + plot.metric, one, shown));
    for (auto one = plot.series.begin(); one != plot.series.end(); ++one)
      if (std::find(plot.series.begin(), one, *one) != one) table.fail_at("series", "series has '" + *one + "' twice");
    plot.a_plot_a_row = table.flag("a_plot_a_row");
    if (plot.a_plot_a_row && plot.kind != Plot::Kind::kLines)
      table.fail_at("a_plot_a_row", "a_plot_a_row is for lines, and the kind of this plot is " + kind);
    read_ends(table, plot);
    if (plot.kind == Plot::Kind::kLines && !experiment_.sweep)
      table.fail_at("kind", "lines need a [sweep]");
    if (plot.kind == Plot::Kind::kHeatMap) read_heat_map(table, plot);
    if (plot.kind == Plot::Kind::kPareto) read_pareto(table, plot);
    table.finish();
    experiment_.plots.push_back(std::move(plot));
  }

  void read_winners(TableReader& table, const std::string& baseline) {
    if (experiment_.sweep) table.fail(table.line(), "[winners] has no place for a [sweep]");
    Winners winners;
    winners.metric = metric_of(table, "metric");
    winners.baseline = baseline;
    if (!find_metric(winners.metric)->relative || winners.baseline.empty())
      table.fail_at("metric", "[winners] needs a ratio to the experiment's baseline");
    winners.rows = table.texts("rows");
    winners.counters = table.texts("counters");
    if (winners.rows.empty() || winners.counters.empty())
      table.fail(table.line(), "[winners] needs rows and counters");
    for (const std::string& row : winners.rows) check_row(table, "rows", row);
    for (const std::string& counter : winners.counters) check_counter(table, counter);
    table.finish();
    for (const ExperimentSeries& series : experiment_.series)
      if (series.name != winners.baseline) winners.series.push_back({series.name, series.combines});
    experiment_.winners = std::move(winners);
  }

 private:
  // Of the vertical axis.
  static void read_ends(TableReader& table, Plot& plot) {
    plot.y_from = table.number("y_from");
    plot.y_to = table.number("y_to");
    if (plot.y_from && plot.y_to && *plot.y_from >= *plot.y_to)
      table.fail_at("y_from", "y_from: found " + exact(*plot.y_from) + ", expected less than y_to, which is " +
                                  exact(*plot.y_to));
  }

  std::string metric_of(TableReader& table, const std::string& key) const {
    const std::string metric = table.text(key);
    if (!has(experiment_.metrics, metric))
      table.fail_at(key, unknown_name("metric of this experiment", metric, experiment_.metrics));
    return metric;
  }

  std::vector<std::string> average_names() const {
    std::vector<std::string> names;
    for (const ExperimentAverage& average : experiment_.averages) names.push_back(average.row);
    return names;
  }

  void read_heat_map(TableReader& table, Plot& plot) const {
    if (experiment_.sweep) table.fail_at("kind", "a heat map has no place for a [sweep]");
    if (!find_metric(plot.metric)->relative)
      table.fail_at("metric", "a heat map needs a ratio to the baseline, and '" + plot.metric + "' is none");
    for (const std::string& name : table.texts("groups")) {
      const std::vector<std::string> names = average_names();
      const auto found = std::find(names.begin(), names.end(), name);
      if (found == names.end()) table.fail_at("groups", unknown_name("average", name, names));
      PlotGroup group{name, {}};
      for (const ExperimentWorkload& one : experiment_.averages[static_cast<std::size_t>(found - names.begin())].over)
        group.rows.push_back(one.row);
      plot.groups.push_back(std::move(group));
    }
    if (plot.groups.empty()) table.fail_at("groups", "a heat map needs groups: the averages over them");
  }

  void read_pareto(TableReader& table, Plot& plot) const {
    if (experiment_.sweep) table.fail_at("kind", "a Pareto front has no place for a [sweep]");
    plot.against = metric_of(table, "against");
    plot.row = table.text("row");
    check_row(table, "row", plot.row);
  }

  // The row of an average or of a program.
  void check_row(TableReader& table, const std::string& key, const std::string& row) const {
    std::vector<std::string> rows = average_names();
    for (const ExperimentWorkload& workload : experiment_.workloads) rows.push_back(workload.row);
    if (!has(rows, row)) table.fail_at(key, unknown_name("row", row, rows));
  }

  void check_counter(TableReader& table, const std::string& counter) const {
    std::vector<std::string> known;
    for (const std::string& metric : experiment_.metrics)
      if (!find_metric(metric)->relative) known.push_back(metric);
    if (!has(known, counter)) table.fail_at("counters", unknown_name("metric that is no ratio", counter, known));
  }

  Experiment& experiment_;
};

}  // namespace

void read_plots(TableReader& top, Experiment& experiment) {
  for (TableReader& table : top.tables("plot")) PlotReader(experiment).read_plot(table);
}

void read_winners(TableReader& top, const std::string& baseline, Experiment& experiment) {
  std::optional<TableReader> table = top.table("winners");
  if (table) PlotReader(experiment).read_winners(*table, baseline);
}

}  // namespace unibank
