#include "reproduce/experiment_reader.h"

#include <algorithm>

#include "base/counters.h"
#include "base/input_error.h"
#include "reproduce/metrics.h"
#include "reproduce/plot_reader.h"
#include "reproduce/shown_series.h"
#include "reproduce/table_reader.h"
#include "reproduce/values.h"

namespace unibank {

namespace {

using toml_tree::Member;
using toml_tree::Value;

template <typename Item>
bool has(const std::vector<Item>& items, const Item& item) {
  return std::find(items.begin(), items.end(), item) != items.end();
}

std::vector<std::string> names_of(const std::vector<ExperimentSeries>& series) {
  std::vector<std::string> names;
  names.reserve(series.size());
  for (const ExperimentSeries& one : series) names.push_back(one.name);
  return names;
}

std::vector<std::string> metrics_and_counters() {
  std::vector<std::string> names = metric_names();
  const DeclaredCounters& counters = DeclaredCounters::instance();
  for (unsigned i = 0; i < counters.size(); ++i) names.push_back(counters[i].name);
  return names;
}

// A factor of positions on the horizontal axis.
double scale_of(TableReader& table, const std::string& key) {
  const double scale = table.number(key).value_or(1);
  if (!(scale > 0)) table.fail_at(key, key + ": found " + exact(scale) + ", expected more than 0");
  return scale;
}

class Reader {
 public:
  Reader(const ExperimentText& source, const Paper& paper, const Value& top)
      : source_(source), paper_(paper), top_(top, source.file, "") {}

  Experiment run() {
    read_head();
    read_series();
    read_sweep();
    check_values();
    read_averages();
    read_baseline();
    read_published_file();
    check_combines();
    read_plots(top_, experiment_);
    read_winners(top_, baseline_, experiment_);
    top_.finish();
    return std::move(experiment_);
  }

 private:
  void read_head() {
    experiment_.paper = paper_.name;
    experiment_.name = source_.name;
    experiment_.file = source_.file;
    experiment_.title = top_.text("title");
    experiment_.source = top_.text("source");
    experiment_.workloads = workloads(top_, "workloads");
    experiment_.published_needs = top_.flag("published_needs");
    experiment_.notes = top_.texts("notes");
    experiment_.metrics = top_.texts("metrics");
    if (experiment_.metrics.empty()) top_.fail_at("metrics", "no key 'metrics', expected at least one");
    for (const std::string& metric : experiment_.metrics)
      if (!find_metric(metric))
        top_.fail_at("metrics", unknown_name("metric", metric, metrics_and_counters()));
    for (auto one = experiment_.metrics.begin(); one != experiment_.metrics.end(); ++one)
      if (std::find(experiment_.metrics.begin(), one, *one) != one)
        top_.fail_at("metrics", "metrics has '" + *one + "' twice");
    experiment_.style = style_of(top_);
    if (std::optional<TableReader> size = top_.table("size")) {
      experiment_.test_size = size->text_or("test", experiment_.test_size);
      experiment_.paper_size = size->text_or("paper", experiment_.paper_size);
      for (const char* key : {"test", "paper"}) {
        const std::vector<std::string> sizes = {"tiny", "test", "paper"};
        const std::string size_name = size->text_or(key, "test");
        if (!has(sizes, size_name)) size->fail_at(key, unknown_name("size", size_name, sizes));
      }
      size->finish();
    }
  }

  // `workloads` is a list of names and tables, or one string: a group of the paper's workloads.
  std::vector<ExperimentWorkload> workloads(TableReader& table, const std::string& key) {
    const Member* member = table.raw(key);
    if (!member) table.fail(table.line(), "no key '" + key + "', expected a group of workloads or a list of names");
    if (member->value.is(Value::Kind::kString)) return group(table, key, member->value.text);
    if (!member->value.is(Value::Kind::kArray) || member->value.elements.empty())
      table.fail(member->line, key + ": found " + found_text(member->value) +
                                   ", expected a group of workloads or a list of names");
    std::vector<ExperimentWorkload> all;
    for (const Value& element : member->value.elements) {
      all.push_back(workload(table, key, element));
      for (std::size_t i = 0; i + 1 < all.size(); ++i)
        if (all[i].row == all.back().row) table.fail(element.line, key + ": '" + all[i].row + "' occurs twice");
    }
    return all;
  }

  std::vector<ExperimentWorkload> group(TableReader& table, const std::string& key, const std::string& name) const {
    std::vector<ExperimentWorkload> all;
    std::vector<std::string> known;
    for (const PaperWorkload& one : paper_.workloads) {
      if (has(one.groups, name)) all.push_back({one.row, one.row, {}, 1});
      for (const std::string& other : one.groups)
        if (!has(known, other)) known.push_back(other);
    }
    std::sort(known.begin(), known.end());
    if (all.empty()) table.fail_at(key, unknown_name("group of workloads", name, known));
    return all;
  }

  ExperimentWorkload workload(TableReader& table, const std::string& key, const Value& element) const {
    ExperimentWorkload one;
    one.line = element.line;
    if (element.is(Value::Kind::kString)) {
      one.listed = one.row = element.text;
    } else if (element.is(Value::Kind::kTable)) {
      TableReader fields(element, source_.file, "workload");
      one.listed = fields.text("name");
      one.row = fields.text_or("row", one.listed);
      one.arguments = fields.arguments("arguments");
      one.paper_arguments = fields.arguments("paper_arguments");
      one.x_scale = scale_of(fields, "x_scale");
      one.values = fields.integers("values");
      fields.finish();
    } else {
      table.fail(element.line, key + ": found " + found_text(element) + ", expected names or tables");
    }
    if (!paper_.find_workload(one.listed)) {
      std::vector<std::string> known;
      for (const PaperWorkload& other : paper_.workloads) known.push_back(other.row);
      table.fail(element.line, unknown_name("workload of " + paper_.name, one.listed, known));
    }
    return one;
  }

  void read_series() {
    for (TableReader& table : top_.tables("series")) {
      ExperimentSeries series;
      series.line = table.line();
      series.name = table.text("name");
      if (has(names_of(experiment_.series), series.name))
        table.fail_at("name", "two series are named '" + series.name + "'");
      series.designs = table.texts("design");
      if (series.designs.empty()) table.fail(table.line(), "series '" + series.name + "' has no design");
      series.overrides = table.texts("set");
      series.arguments = table.arguments("arguments");
      series.baseline = table.text_or("baseline", "");
      series.combines = table.texts("combines");
      read_runs(table, series);
      series.style = style_of(table);
      series.functional = table.flag("functional");
      series.x_scale = scale_of(table, "x_scale");
      for (const std::string& metric : experiment_.metrics)
        if (series.functional && find_metric(metric)->timed)
          table.fail_at("functional", "a functional run has no metric '" + metric + "'");
      table.finish();
      experiment_.series.push_back(std::move(series));
    }
    if (experiment_.series.empty()) top_.fail(0, "no [[series]], expected at least one");
  }

  // The runs of a series, and which of them counts.
  static void read_runs(TableReader& table, ExperimentSeries& series) {
    series.each = table.text_or("each", "");
    series.with = table.text_or("with", "");
    const std::vector<std::string> known = {"fastest", "slowest"};
    const std::string take = table.text_or("take", known[0]);
    if (!has(known, take)) table.fail_at("take", unknown_name("choice of a run", take, known));
    series.slowest = take == known[1];
  }

  // A workload's values are of the sweep; in an experiment without a sweep, of the series with `each`.
  void check_values() {
    const bool any_each = std::any_of(experiment_.series.begin(), experiment_.series.end(),
                                      [](const ExperimentSeries& series) { return !series.each.empty(); });
    if (any_each && experiment_.sweep)
      top_.fail_at("sweep", "a series has 'each', and both it and [sweep] would take the workloads' values");
    for (const ExperimentWorkload& workload : experiment_.workloads) {
      if (!workload.values.empty() && !any_each && !experiment_.sweep)
        top_.fail(workload.line, "'" + workload.row + "' has values, expected a [sweep] or a series with 'each'");
      for (const std::int64_t value : workload.values)
        if (experiment_.sweep && !has(experiment_.sweep->values, value))
          top_.fail(workload.line,
                    "'" + workload.row + "': " + std::to_string(value) + " is none of the sweep's values");
    }
    for (const ExperimentSeries& series : experiment_.series) check_runs(series);
  }

  void check_runs(const ExperimentSeries& series) {
    std::vector<std::string> others;
    for (const ExperimentSeries& other : experiment_.series)
      if (other.name != series.name && other.with.empty()) others.push_back(other.name);
    if (!series.with.empty() && others.empty())
      top_.fail(series.line, "with of series '" + series.name + "': found '" + series.with +
                                 "', expected another series without 'with', and there is none");
    if (!series.with.empty() && !has(others, series.with))
      top_.fail(series.line, "with of series '" + series.name + "': " + unknown_name("series", series.with, others));
    if (series.each.empty() || !series.with.empty()) return;
    for (const ExperimentWorkload& workload : experiment_.workloads)
      if (workload.values.empty())
        top_.fail(series.line, "'" + workload.row + "' has no values, so series '" + series.name +
                                   "' has no run of it; expected values, or 'with' in the series");
  }

  void read_sweep() {
    std::optional<TableReader> table = top_.table("sweep");
    if (!table) return;
    ExperimentSweep sweep;
    sweep.line = table->line();
    sweep.key = table->text("key");
    sweep.values = table->integers("values");
    sweep.test_values = table->integers("test_values");
    sweep.scale = scale_of(*table, "scale");
    if (sweep.values.empty() || sweep.test_values.empty())
      table->fail(table->line(), "[sweep] needs values and test_values");
    for (const std::int64_t value : sweep.test_values)
      if (std::find(sweep.values.begin(), sweep.values.end(), value) == sweep.values.end())
        table->fail_at("test_values", "test_values: " + std::to_string(value) + " is none of values");
    table->finish();
    experiment_.sweep = std::move(sweep);
  }

  void read_averages() {
    for (TableReader& table : top_.tables("average")) {
      ExperimentAverage average;
      average.row = table.text("row");
      const auto is_row = [&](const auto& other) { return other.row == average.row; };
      if (std::any_of(experiment_.workloads.begin(), experiment_.workloads.end(), is_row) ||
          std::any_of(experiment_.averages.begin(), experiment_.averages.end(), is_row))
        table.fail_at("row", "two rows are named '" + average.row + "'");
      average.over = workloads(table, "over");
      table.finish();
      experiment_.averages.push_back(std::move(average));
    }
  }

  // A series may name its own baseline; the others use the experiment's.
  void read_baseline() {
    const std::string& common = baseline_ = top_.text_or("baseline", "");
    const std::vector<std::string> names = names_of(experiment_.series);
    if (!common.empty() && !has(names, common)) top_.fail_at("baseline", unknown_name("series", common, names));
    bool any = false;
    for (ExperimentSeries& series : experiment_.series) {
      if (!series.baseline.empty() && !has(names, series.baseline))
        top_.fail(series.line, "baseline of series '" + series.name + "': " +
                                   unknown_name("series", series.baseline, names));
      if (series.baseline.empty()) series.baseline = common;
      any = any || !series.baseline.empty();
      for (const std::string& metric : experiment_.metrics)
        if (find_metric(metric)->relative && series.baseline.empty())
          top_.fail(series.line,
                    "metric '" + metric + "' is a ratio, so series '" + series.name + "' needs a baseline");
    }
    experiment_.show_baseline = top_.flag("show_baseline");
    experiment_.baseline_at = top_.integer("baseline_at");
    if (!experiment_.baseline_at) return;
    const auto sweeps = [&](const std::vector<std::int64_t>& values) {
      return std::find(values.begin(), values.end(), *experiment_.baseline_at) != values.end();
    };
    if (!any || !experiment_.sweep || !sweeps(experiment_.sweep->values) || !sweeps(experiment_.sweep->test_values))
      top_.fail_at("baseline_at", "baseline_at is " + std::to_string(*experiment_.baseline_at) +
                                      ", expected one of the sweep's values and test_values, and a baseline");
  }

  void check_combines() {
    const std::vector<std::string> names = names_of(experiment_.series);
    for (const ExperimentSeries& series : experiment_.series)
      for (const std::string& part : series.combines)
        if (part == series.name || !has(names, part))
          top_.fail(series.line, "combines of series '" + series.name + "': " +
                                     unknown_name("other series", part, names));
  }

  void read_published_file() {
    const std::string name = top_.text_or("published", "");
    if (name.empty()) return;
    const std::optional<std::string> text = source_.beside(name);
    if (!text) top_.fail_at("published", "published: no file '" + name + "' beside " + source_.file);
    const std::size_t slash = source_.file.rfind('/');
    const std::string file = (slash == std::string::npos ? "" : source_.file.substr(0, slash + 1)) + name;
    experiment_.published = read_published(*text, file);
    for (const PublishedCell& cell : experiment_.published) check_published(cell, file);
  }

  // A published value must stand beside a measured one; otherwise the page would say "not run" for ever.
  void check_published(const PublishedCell& cell, const std::string& file) const {
    const bool order = cell.published.relation == "order";  // a sentence, perhaps about several series
    const auto check = [&](const std::string& what, const std::string& name, const std::vector<std::string>& known) {
      if (!has(known, name) && !(order && name.empty()))
        throw InputError(file, cell.line, unknown_name(what, name, known));
    };
    std::vector<std::string> rows;
    for (const ExperimentWorkload& workload : experiment_.workloads) rows.push_back(workload.row);
    for (const ExperimentAverage& average : experiment_.averages) rows.push_back(average.row);
    check("row", cell.row, rows);
    check("metric of this experiment", cell.metric, experiment_.metrics);
    check("series of " + cell.metric, cell.series, shown_series(experiment_, cell.metric));
    if (cell.x && !experiment_.sweep)
      throw InputError(file, cell.line, "column 'x': found " + exact(*cell.x) + ", expected nothing without a [sweep]");
    if (!cell.x && experiment_.sweep && !order)
      throw InputError(file, cell.line, "column 'x': found nothing, expected a position on the axis of the [sweep]");
  }

  const ExperimentText& source_;
  const Paper& paper_;
  TableReader top_;
  Experiment experiment_;
  std::string baseline_;  // for series that name none
};

}  // namespace

const PaperWorkload* Paper::find_workload(const std::string& row) const {
  for (const PaperWorkload& one : workloads)
    if (one.row == row) return &one;
  return nullptr;
}

const Experiment* Paper::find_experiment(const std::string& experiment) const {
  for (const Experiment& one : experiments)
    if (one.name == experiment) return &one;
  return nullptr;
}

Experiment read_experiment(const ExperimentText& source, const Paper& paper) {
  try {
    const Value top = toml_tree::parse(source.text);
    return Reader(source, paper, top).run();
  } catch (const toml_tree::SyntaxError& error) {
    throw InputError(source.file, error.line, error.what());
  }
}

}  // namespace unibank
