#include "reproduce/evaluate.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "base/model_version.h"
#include "reproduce/metrics.h"
#include "reproduce/shown_series.h"

namespace unibank {

namespace {

using Finished = std::map<std::string, FinishedPoint>;

class Evaluator {
 public:
  Evaluator(const ExperimentPoints& points, const PointList& list, const Finished& finished)
      : points_(points), experiment_(*points.experiment), list_(list), finished_(finished) {}

  void run(Outcome& outcome) {
    count(outcome);
    for (const std::string& name : experiment_.metrics) {
      const Metric& metric = *find_metric(name);
      for (const ExperimentWorkload& workload : experiment_.workloads) add_row(metric, workload, outcome);
      for (const ExperimentAverage& average : experiment_.averages) add_average(metric, average, outcome);
    }
    add_published(outcome);
    add_refusals(outcome);
  }

 private:
  using Components = std::vector<MetricValue>;

  const FinishedPoint* row_of(std::size_t point) const {
    for (const std::string& key : {list_.points[point].key, list_.points[point].older_key}) {
      const auto found = finished_.find(key);
      if (found != finished_.end()) return &found->second;
    }
    return nullptr;
  }

  void count(Outcome& outcome) const {
    std::set<std::size_t> all;
    points_.each_candidate([&all](const Candidate& candidate) { all.insert(candidate.point); });
    outcome.points = static_cast<unsigned>(all.size());
    outcome.finished = static_cast<unsigned>(
        std::count_if(all.begin(), all.end(), [this](std::size_t point) { return row_of(point) != nullptr; }));
    std::set<unsigned> versions;
    for (const std::size_t point : all) {
      const FinishedPoint* const row = row_of(point);
      if (!row || row->model == kModelVersion) continue;
      ++outcome.older;
      versions.insert(row->model);
    }
    if (outcome.older == 0) return;
    outcome.older_versions = older_versions_text(versions);
    outcome.notes.push_back(std::to_string(outcome.older) + " of " + std::to_string(outcome.points) +
                            " points are of " + outcome.older_versions +
                            " of the model, before this one: `unibank reproduce` measures them anew.");
  }

  std::size_t number_of(const ExperimentWorkload& workload) const {
    std::size_t number = 0;
    while (points_.workloads[number].row != workload.row) ++number;
    return number;
  }

  std::size_t baseline_of(std::size_t series) const {
    std::size_t number = 0;
    while (experiment_.series[number].name != experiment_.series[series].baseline) ++number;
    return number;
  }

  // The model version of all candidates that can run; empty if one has not run yet or their versions differ.
  std::optional<unsigned> version_of(const std::vector<Candidate>& candidates) const {
    std::optional<unsigned> version;
    for (const Candidate& candidate : candidates) {
      const FinishedPoint* row = row_of(candidate.point);
      if (row && !row->refused.empty()) continue;
      if (!row || (version && *version != row->model)) return std::nullopt;
      version = row->model;
    }
    return version;
  }

  // The fastest (or slowest) of the candidates that can run; empty if one has not run yet or none can run.
  std::optional<Ended> counted(std::size_t workload, std::size_t series, std::size_t at) const {
    std::optional<Ended> found;
    const bool slowest = experiment_.series[series].slowest;
    const auto goes_before = [slowest](const RunResult& run, const RunResult& other) {
      return slowest ? run.cycles > other.cycles : run.cycles < other.cycles;
    };
    for (const Candidate& candidate : points_.cells[workload][series][at]) {
      const FinishedPoint* row = row_of(candidate.point);
      if (!row) return std::nullopt;
      if (!row->refused.empty() || (found && !goes_before(row->run, *found->run))) continue;
      found = Ended{&row->run, &candidate.design->design};
    }
    return found;
  }

  // Runs of different model versions are not compared, because they are not of the same machine.
  Components measure(const Metric& metric, std::size_t workload, std::size_t series, std::size_t at) const {
    const auto& candidates = points_.cells[workload][series][at];
    const std::optional<unsigned> version = version_of(candidates);
    const std::optional<Ended> ended = counted(workload, series, at);
    if (!ended || !version) return {};
    if (!metric.relative) return metric.of(*ended, {});
    std::size_t baseline_at = at;
    if (experiment_.baseline_at)
      baseline_at = static_cast<std::size_t>(
          std::find(points_.at.begin(), points_.at.end(), *experiment_.baseline_at) - points_.at.begin());
    const std::size_t baseline_series = baseline_of(series);
    if (version_of(points_.cells[workload][baseline_series][baseline_at]) != version) return {};
    const std::optional<Ended> baseline = counted(workload, baseline_series, baseline_at);
    return baseline ? metric.of(*ended, *baseline) : Components{};
  }

  bool shows(const Metric& metric, const ExperimentSeries& series) const {
    return !metric.relative || experiment_.baseline_at || experiment_.show_baseline || series.name != series.baseline;
  }

  std::optional<double> x_of(const ExperimentWorkload& workload, const ExperimentSeries& series, std::size_t at) const {
    if (!experiment_.sweep) return std::nullopt;
    return static_cast<double>(points_.at[at]) * experiment_.sweep->scale * workload.x_scale * series.x_scale;
  }

  // Adds at least one cell, even if nothing is measured.
  static void add_cells(const Cell& like, const Components& values,
                        const std::function<std::string(const std::string&)>& named, Outcome& outcome) {
    if (values.empty()) outcome.cells.push_back(like);
    for (const MetricValue& value : values) {
      if (!value.shown) continue;
      Cell cell = like;
      cell.series = named(value.component);
      cell.measured = value.value;
      outcome.cells.push_back(std::move(cell));
    }
  }

  void add_row(const Metric& metric, const ExperimentWorkload& workload, Outcome& outcome) const {
    const std::size_t number = number_of(workload);
    for (std::size_t s = 0; s < experiment_.series.size(); ++s) {
      const ExperimentSeries& series = experiment_.series[s];
      if (!shows(metric, series)) continue;
      for (std::size_t at = 0; at < points_.at.size(); ++at) {
        if (points_.cells[number][s][at].empty()) continue;
        Cell cell;
        cell.row = workload.row;
        cell.series = series.name;
        cell.metric = metric.name;
        cell.x = x_of(workload, series, at);
        add_cells(cell, measure(metric, number, s, at),
                  [&](const std::string& part) { return shown_name(experiment_, series.name, part); }, outcome);
      }
    }
  }

  // Averages component by component over the workloads that can run, if all are of one model version.
  Components mean(const Metric& metric, const ExperimentAverage& average, std::size_t series, std::size_t at) const {
    struct Part {
      std::string name;
      bool shown;
      std::vector<double> values;
    };
    std::vector<Part> parts;
    std::optional<unsigned> version;
    for (const ExperimentWorkload& workload : average.over) {
      const std::size_t number = number_of(workload);
      const std::optional<unsigned> own = version_of(points_.cells[number][series][at]);
      if (version && own && *own != *version) return {};
      if (own) version = own;
      const Components values = measure(metric, number, series, at);
      if (values.empty() && !cannot_run(number, series, at)) return {};
      for (const MetricValue& value : values) {
        auto part = std::find_if(parts.begin(), parts.end(), [&](const Part& p) { return p.name == value.component; });
        if (part == parts.end()) part = parts.insert(part, {value.component, false, {}});
        part->shown |= value.shown;
        part->values.push_back(value.value);
      }
    }
    Components means;
    for (const Part& part : parts) means.push_back({part.name, mean_of(part.values, metric.mean), part.shown});
    return means;
  }

  bool cannot_run(std::size_t workload, std::size_t series, std::size_t at) const {
    const std::vector<Candidate>& candidates = points_.cells[workload][series][at];
    return std::all_of(candidates.begin(), candidates.end(), [this](const Candidate& candidate) {
      const FinishedPoint* row = row_of(candidate.point);
      return row && !row->refused.empty();
    });
  }

  bool any_runs(const ExperimentAverage& average, std::size_t series, std::size_t at) const {
    return std::any_of(average.over.begin(), average.over.end(), [&](const ExperimentWorkload& workload) {
      return !points_.cells[number_of(workload)][series][at].empty();
    });
  }

  void add_average(const Metric& metric, const ExperimentAverage& average, Outcome& outcome) const {
    for (std::size_t s = 0; s < experiment_.series.size(); ++s) {
      const ExperimentSeries& series = experiment_.series[s];
      if (!shows(metric, series)) continue;
      for (std::size_t at = 0; at < points_.at.size(); ++at) {
        if (!any_runs(average, s, at)) continue;
        Cell cell;
        cell.row = average.row;
        cell.series = series.name;
        cell.metric = metric.name;
        cell.x = x_of({}, series, at);
        add_cells(cell, mean(metric, average, s, at),
                  [&](const std::string& part) { return shown_name(experiment_, series.name, part); }, outcome);
      }
    }
  }

  static bool same_x(const std::optional<double>& a, const std::optional<double>& b) {
    if (!a || !b) return a.has_value() == b.has_value();
    return std::abs(*a - *b) <= 1e-9 * std::max(std::abs(*a), std::abs(*b));
  }

  void add_published(Outcome& outcome) const {
    for (const PublishedCell& published : experiment_.published) {
      const auto matches = [&published](const Cell& cell) {
        return !cell.published && cell.row == published.row && cell.series == published.series &&
               cell.metric == published.metric && same_x(cell.x, published.x);
      };
      const auto found = std::find_if(outcome.cells.begin(), outcome.cells.end(), matches);
      if (found != outcome.cells.end()) {
        found->published = published.published;
      } else {
        outcome.cells.push_back(
            {published.row, published.series, published.metric, published.x, std::nullopt, published.published});
      }
    }
  }

  void add_refusals(Outcome& outcome) const {
    std::set<std::string> told;
    points_.each_candidate([&](const Candidate& candidate) {
      const FinishedPoint* row = row_of(candidate.point);
      if (!row || row->refused.empty()) return;
      const std::string text = list_.points[candidate.point].name() + " cannot run: " + row->refused + ".";
      if (told.insert(text).second) outcome.notes.push_back(text);
    });
  }

  const ExperimentPoints& points_;
  const Experiment& experiment_;
  const PointList& list_;
  const Finished& finished_;
};

std::string series_text(const ExperimentSeries& series) {
  std::string text;
  for (const std::string& design : series.designs) text += (text.empty() ? "" : " or ") + design;
  for (const std::string& one : series.overrides) text += ", " + one;
  if (!series.each.empty()) text += ", each " + series.each + " of the program";
  if (!series.with.empty()) text += ", and " + series.with;
  if (series.designs.size() > 1 || !series.each.empty() || !series.with.empty())
    text += series.slowest ? " (the slowest)" : " (the fastest)";
  for (const auto& [name, value] : series.arguments) text += ", " + name + " " + value;
  if (series.style) text += std::string(", style ") + style_name(*series.style);
  if (series.functional) text += ", functional";
  return series.baseline.empty() || series.baseline == series.name ? text : text + "; over " + series.baseline;
}

void add_parameters(const Experiment& experiment, const std::string& program_version, Outcome& outcome) {
  for (const ExperimentSeries& series : experiment.series)
    outcome.parameters.emplace_back("series " + series.name, series_text(series));
  if (experiment.style) outcome.parameters.emplace_back("style", style_name(*experiment.style));
  if (experiment.baseline_at) outcome.parameters.emplace_back("baseline at", std::to_string(*experiment.baseline_at));
  if (experiment.sweep) outcome.parameters.emplace_back("sweep", experiment.sweep->key);
  if (experiment.published_needs)
    outcome.parameters.emplace_back("registers and scratchpad per thread", "as published");
  outcome.parameters.emplace_back("sizes of the programs",
                                  outcome.size == "test" ? experiment.test_size : experiment.paper_size);
  for (const std::string& metric : experiment.metrics)
    outcome.parameters.emplace_back("metric " + metric, find_metric(metric)->description);
  outcome.parameters.emplace_back("program", "unibank " + program_version);
  outcome.parameters.emplace_back("model version", std::to_string(kModelVersion));
}

std::vector<const Point*> points_of_row(const ExperimentPoints& points, const PointList& list, std::size_t row) {
  std::vector<const Point*> all;
  for (const auto& values : points.cells[row])
    for (const std::vector<Candidate>& candidates : values)
      for (const Candidate& one : candidates) all.push_back(&list.points[one.point]);
  return all;
}

// The options that all points of the row have in common.
std::string command_of(const std::vector<const Point*>& row) {
  const Point& first = *row.front();
  const auto in_all = [&row](const auto member, const auto& one) {
    return std::all_of(row.begin(), row.end(), [&](const Point* point) {
      return std::find((point->*member).begin(), (point->*member).end(), one) != (point->*member).end();
    });
  };
  std::string text = "unibank run " + first.workload->name() + " --size " + first.size;
  if (first.style != Style::kModern) text += std::string(" --style ") + style_name(first.style);
  for (const auto& one : first.arguments)
    if (in_all(&Point::arguments, one)) text += " --arg " + one.first + "=" + std::to_string(one.second);
  for (const std::string& one : first.overrides)
    if (in_all(&Point::overrides, one)) text += " --set " + one;
  return text;
}

}  // namespace

std::string older_versions_text(const std::set<unsigned>& versions) {
  if (versions.empty()) return "";
  std::string text = versions.size() == 1 ? "version" : "versions";
  for (const unsigned version : versions)
    text += (version == *versions.begin() ? " " : ", ") + std::to_string(version);
  return text;
}

Outcome evaluate(const ExperimentPoints& points, const PointList& list, const Finished& finished,
                 const std::string& size, const std::string& program_version) {
  const Experiment& experiment = *points.experiment;
  Outcome outcome;
  outcome.paper = experiment.paper;
  outcome.name = experiment.name;
  outcome.title = experiment.title;
  outcome.source = experiment.source;
  outcome.size = size;
  outcome.plots = experiment.plots;
  outcome.winners = experiment.winners;
  outcome.notes = experiment.notes;
  add_parameters(experiment, program_version, outcome);
  for (std::size_t row = 0; row < points.workloads.size(); ++row)
    if (const auto all = points_of_row(points, list, row); !all.empty())
      outcome.commands[points.workloads[row].row] = command_of(all);
  Evaluator(points, list, finished).run(outcome);
  return outcome;
}

}  // namespace unibank
