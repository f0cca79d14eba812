// An experiment of a paper as in its file: workloads x designs x metrics. Data only: configs/experiments determines
// which experiments exist, what they vary and what they are compared with (its README lists the keys).
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reproduce/outcome.h"
#include "workloads/workload.h"

namespace unibank {

// A program of a paper with the paper's resource needs: a row of its workloads.csv.
struct PaperWorkload {
  std::string row;                    // the paper's name of the program
  std::string name;                   // the program
  std::optional<double> registers;    // per thread
  std::optional<double> scratchpad;   // bytes per thread
  std::vector<std::string> groups;    // lists of workloads to which it belongs
  std::map<std::string, std::string> arguments;        // of the program; override the size's own
  std::map<std::string, std::string> paper_arguments;  // the same, only at --size paper
  std::string file = {};
  unsigned line = 0;
};

struct ExperimentWorkload {
  std::string listed, row;                       // the paper's name; the name in this experiment's tables
  std::map<std::string, std::string> arguments;  // override the size's own
  double x_scale = 1;
  std::vector<std::int64_t> values = {};         // of the sweep (empty: all), or of a series' `each`
  std::map<std::string, std::string> paper_arguments = {};  // override `arguments`, only at --size paper
  unsigned line = 0;
};

struct ExperimentSeries {
  std::string name;
  std::vector<std::string> designs;              // with several designs or runs, the fastest result is used
  std::string each;                              // "section.key": a run for each of the workload's values
  std::string with;                              // a series whose runs are used for this series too
  bool slowest = false;                          // with several runs, the slowest result is used instead
  std::vector<std::string> overrides;            // "section.key=value"
  std::map<std::string, std::string> arguments;  // of the workload
  std::string baseline;                          // another series; itself: a baseline; empty: no ratios
  std::vector<std::string> combines;             // the series whose ideas this one combines
  std::optional<Style> style;                    // the style of the workloads' PTX; empty: the experiment's
  bool functional = false;
  double x_scale = 1;
  unsigned line = 0;
};

// One quantity along the horizontal axis.
struct ExperimentSweep {
  std::string key;                               // "section.key" of the design, or an argument of the workload
  std::vector<std::int64_t> values, test_values;
  // A value on the axis is value x scale x the workload's and the series' scales.
  double scale = 1;
  unsigned line = 0;
};

struct ExperimentAverage {
  std::string row;
  std::vector<ExperimentWorkload> over;
};

struct PublishedCell {
  std::string row, series, metric;
  std::optional<double> x;
  Published published;
  unsigned line = 0;
};

struct Experiment {
  std::string paper, name, file;                 // file: as in messages
  std::string title, source;
  std::vector<ExperimentWorkload> workloads;
  std::vector<ExperimentAverage> averages;
  std::vector<ExperimentSeries> series;
  std::optional<std::int64_t> baseline_at;       // a value of the sweep; empty: the point's own value
  bool show_baseline = false;                    // the baseline has ratio cells too, relative to itself
  std::optional<ExperimentSweep> sweep;
  bool published_needs = false;                  // registers and scratchpad per thread from workloads.csv
  std::string test_size = "test", paper_size = "paper";  // of the workloads
  std::optional<Style> style;                    // the style of their PTX; empty: the paper's
  std::vector<std::string> metrics;
  std::vector<Plot> plots;
  std::optional<Winners> winners;
  std::vector<std::string> notes;
  std::vector<PublishedCell> published;
};

inline bool is_average(const Experiment& experiment, const std::string& row) {
  return std::any_of(experiment.averages.begin(), experiment.averages.end(),
                     [&row](const ExperimentAverage& average) { return average.row == row; });
}

struct Paper {
  std::string name, title;
  Style style = Style::kModern;                  // of the workloads' PTX
  std::vector<PaperWorkload> workloads;
  std::vector<Experiment> experiments;           // in the paper's order
  std::vector<std::string> run_first;            // experiments whose points run before others, in order

  const PaperWorkload* find_workload(const std::string& row) const;
  const Experiment* find_experiment(const std::string& name) const;
};

}  // namespace unibank
