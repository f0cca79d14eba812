// Turns experiments into points.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/input_error.h"
#include "base/model_version.h"
#include "reproduce/point.h"

namespace unibank {

namespace {

using DesignPtr = std::shared_ptr<const LoadedDesign>;
using Arguments = std::map<std::string, std::string>;

// The shortest text of a number in a table: 264.1, 24.
std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.10g", value);
  return text;
}

class Designs {
 public:
  // The design, or the members of a best_of design.
  std::vector<DesignPtr> load(const std::string& name, const std::vector<std::string>& overrides) {
    std::string key = name;
    for (const std::string& one : overrides) key += "\n" + one;
    std::vector<DesignPtr>& known = loaded_[key];
    if (!known.empty()) return known;
    const auto design = std::make_shared<const LoadedDesign>(load_design(name, {}, overrides));
    if (design->design.best_of.empty()) return known = {design};
    std::vector<DesignPtr> members;
    for (const std::string& member : design->design.best_of)
      members.push_back(std::make_shared<const LoadedDesign>(load_design(member, {}, overrides)));
    return known = members;
  }

 private:
  std::map<std::string, std::vector<DesignPtr>> loaded_;
};

bool sets(const std::vector<std::string>& overrides, const std::string& key) {
  return std::any_of(overrides.begin(), overrides.end(),
                     [&key](const std::string& one) { return one.compare(0, key.size() + 1, key + "=") == 0; });
}

class Enumerator {
 public:
  Enumerator(const Paper& paper, const std::string& size) : paper_(paper), size_(size) {}

  PointList run() {
    for (const std::string& name : paper_.run_first) add(*paper_.find_experiment(name));
    for (const Experiment& experiment : paper_.experiments) add(experiment);
    std::sort(list_.experiments.begin(), list_.experiments.end(),
              [](const auto& a, const auto& b) { return a.experiment < b.experiment; });
    return std::move(list_);
  }

 private:
  void add(const Experiment& experiment) {
    const auto is_there = [&](const ExperimentPoints& one) { return one.experiment == &experiment; };
    if (std::any_of(list_.experiments.begin(), list_.experiments.end(), is_there)) return;
    file_ = experiment.file;
    line_ = 0;
    try {
      list_.experiments.push_back(points_of(experiment));
    } catch (const InputError& error) {
      const std::string what = error.what();
      const bool of_sweep = experiment.sweep && what.rfind("--set " + experiment.sweep->key + "=", 0) == 0;
      if (of_sweep) throw InputError(experiment.file, experiment.sweep->line, what);
      throw InputError(file_, line_, what);
    }
  }

  ExperimentPoints points_of(const Experiment& experiment) {
    ExperimentPoints all;
    all.experiment = &experiment;
    all.workloads = experiment.workloads;
    for (const ExperimentAverage& average : experiment.averages)
      for (const ExperimentWorkload& one : average.over)
        if (std::none_of(all.workloads.begin(), all.workloads.end(), [&](const auto& o) { return o.row == one.row; }))
          all.workloads.push_back(one);
    all.at = {0};
    if (experiment.sweep) all.at = size_ == "test" ? experiment.sweep->test_values : experiment.sweep->values;
    for (const ExperimentWorkload& workload : all.workloads) {
      all.cells.emplace_back();
      for (const ExperimentSeries& series : experiment.series) {
        all.cells.back().emplace_back();
        for (const std::int64_t at : all.at)
          all.cells.back().back().push_back(runs(experiment, workload, series, at));
      }
    }
    return all;
  }

  // All runs of a series and of the series that it includes; none at a sweep value that the workload does not have.
  std::vector<Candidate> runs(const Experiment& experiment, const ExperimentWorkload& workload,
                              const ExperimentSeries& series, std::int64_t at) {
    const std::vector<std::int64_t>& values = workload.values;
    if (experiment.sweep && !values.empty() && std::find(values.begin(), values.end(), at) == values.end()) return {};
    std::vector<Candidate> all;
    if (series.each.empty()) all = candidates(experiment, workload, series, at);
    for (const std::int64_t value : series.each.empty() ? std::vector<std::int64_t>() : values) {
      ExperimentSeries one = series;
      one.overrides.push_back(series.each + "=" + std::to_string(value));
      for (Candidate& candidate : candidates(experiment, workload, one, at)) all.push_back(std::move(candidate));
    }
    for (const ExperimentSeries& other : experiment.series)
      if (other.name == series.with)
        for (Candidate& candidate : runs(experiment, workload, other, at)) all.push_back(std::move(candidate));
    return all;
  }

  std::vector<Candidate> candidates(const Experiment& experiment, const ExperimentWorkload& workload,
                                    const ExperimentSeries& series, std::int64_t at) {
    Point point;
    const PaperWorkload& listed = *paper_.find_workload(workload.listed);
    point.workload = &find_workload(listed.name);
    point.size = size_ == "test" ? experiment.test_size : experiment.paper_size;
    point.style = series.style.value_or(experiment.style.value_or(paper_.style));
    point.functional = series.functional;
    point.overrides = series.overrides;
    if (experiment.published_needs) add_needs(listed, point.overrides);
    Arguments swept;
    if (experiment.sweep) {
      const bool of_design = experiment.sweep->key.find('.') != std::string::npos;
      if (of_design)
        point.overrides.push_back(experiment.sweep->key + "=" + std::to_string(at));
      else
        swept[experiment.sweep->key] = std::to_string(at);
    }
    const auto check = [&](const Arguments& given, const std::string& file, unsigned line) {
      file_ = file;
      line_ = line;
      complete_arguments(*point.workload, size_from(point.size), given);
    };
    check(listed.arguments, listed.file, listed.line);
    if (size_ != "test") check(listed.paper_arguments, listed.file, listed.line);
    check(swept, experiment.file, experiment.sweep ? experiment.sweep->line : 0);
    check(series.arguments, experiment.file, series.line);
    check(workload.arguments, experiment.file, workload.line);
    if (size_ != "test") check(workload.paper_arguments, experiment.file, workload.line);
    point.arguments = complete_arguments(*point.workload, size_from(point.size),
                                         arguments_of(listed, workload, series, std::move(swept)));
    line_ = series.line;
    std::vector<Candidate> all;
    for (const std::string& name : series.designs)
      for (const DesignPtr& design : designs_.load(name, point.overrides)) {
        point.design = design;
        all.push_back({number_of(point), design});
      }
    return all;
  }

  // The first of these that gives an argument counts.
  Arguments arguments_of(const PaperWorkload& listed, const ExperimentWorkload& workload,
                         const ExperimentSeries& series, Arguments all) const {
    const auto add = [&all](const Arguments& more) { all.insert(more.begin(), more.end()); };
    add(series.arguments);
    if (size_ != "test") add(workload.paper_arguments);
    add(workload.arguments);
    if (size_ != "test") add(listed.paper_arguments);
    add(listed.arguments);
    return all;
  }

  // Overrides of the series take precedence over the table.
  static void add_needs(const PaperWorkload& published, std::vector<std::string>& overrides) {
    const auto force = [&](const std::string& key, const std::optional<double>& value) {
      if (value && !sets(overrides, key)) overrides.push_back(key + "=" + number_text(*value));
    };
    force("kernel.registers_per_thread", published.registers);
    if (!sets(overrides, "kernel.scratchpad_bytes_per_block"))
      force("kernel.scratchpad_bytes_per_thread", published.scratchpad);
  }

  std::size_t number_of(Point point) {
    point.key = point_key(point, kModelVersion);
    point.older_key = point_key(point, kModelVersion - 1);
    const auto [known, added] = numbers_.emplace(point.key, list_.points.size());
    if (added) list_.points.push_back(std::move(point));
    return known->second;
  }

  const Paper& paper_;
  const std::string size_;
  Designs designs_;
  PointList list_;
  std::map<std::string, std::size_t> numbers_;
  std::string file_;   // of the experiment, or the CSV of workloads, for messages
  unsigned line_ = 0;
};

}  // namespace

PointList enumerate_points(const Paper& paper, const std::string& size) { return Enumerator(paper, size).run(); }

}  // namespace unibank
