// An experiment of a paper, as in its file: workloads x designs x metrics. Data only: which experiments exist,
// what they vary and what they are compared with is in configs/experiments (README.md there has the keys).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reproduce/outcome.h"
#include "workloads/workload.h"

namespace unibank {

// A program of a paper with the paper's numbers of its resources: a row of its workloads.csv.
struct PaperWorkload {
  std::string row;                    // the paper's name for it
  std::string name;                   // the program
  std::optional<double> registers;    // a thread
  std::optional<double> scratchpad;   // bytes a thread
  std::vector<std::string> groups;    // names that stand for lists of workloads
  std::map<std::string, std::string> arguments;        // of the program, over the size's own
  std::map<std::string, std::string> paper_arguments;  // the same at --size paper only
};

struct ExperimentWorkload {
  std::string listed, row;                       // the paper's name for it; how this experiment's tables call it
  std::map<std::string, std::string> arguments;  // over the size's own
  double x_scale = 1;
  std::vector<std::int64_t> values = {};         // of the sweep, empty: all of them; or of a series' `each`
  std::map<std::string, std::string> paper_arguments = {};  // over `arguments`, at --size paper only
};

struct ExperimentSeries {
  std::string name;
  std::vector<std::string> designs;              // of several the fastest counts, as of all runs of a series
  std::string each;                              // "section.key": a run for each of the workload's values
  std::string with;                              // a series whose runs count as this one's too
  bool slowest = false;                          // of several runs the slowest counts
  std::vector<std::string> overrides;            // "section.key=value"
  std::map<std::string, std::string> arguments;  // of the workload
  std::string baseline;                          // another series; itself: it is one; empty: no metric is a ratio
  std::vector<std::string> combines;             // series whose ideas this one has together
  std::optional<Style> style;                    // of the workloads' PTX; empty: the experiment's
  bool functional = false;
  double x_scale = 1;
};

// One quantity along the horizontal axis.
struct ExperimentSweep {
  std::string key;                               // "section.key" of the design, or an argument of the workload
  std::vector<std::int64_t> values, test_values;
  // A value on the axis is value x scale x the workload's and the series' scales.
  double scale = 1;
};

struct ExperimentAverage {
  std::string row;
  std::vector<ExperimentWorkload> over;
};

struct PublishedCell {
  std::string row, series, metric;
  std::optional<double> x;
  Published published;
};

struct Experiment {
  std::string paper, name, file;                 // file: as messages show it
  std::string title, source;
  std::vector<ExperimentWorkload> workloads;
  std::vector<ExperimentAverage> averages;
  std::vector<ExperimentSeries> series;
  std::optional<std::int64_t> baseline_at;       // the sweep's value; empty: the same as the point's
  bool show_baseline = false;                    // the baseline has cells of ratios too: its own to itself
  std::optional<ExperimentSweep> sweep;
  bool published_needs = false;                  // registers and scratchpad a thread as workloads.csv says
  std::string test_size = "test", paper_size = "paper";  // of the workloads
  std::optional<Style> style;                    // of their PTX; empty: the paper's
  std::vector<std::string> metrics;
  std::vector<Plot> plots;
  std::optional<Winners> winners;
  std::vector<std::string> notes;
  std::vector<PublishedCell> published;
};

struct Paper {
  std::string name, title;
  Style style = Style::kModern;                  // of the workloads' PTX
  std::vector<PaperWorkload> workloads;
  std::vector<Experiment> experiments;           // in the order of the paper
  std::vector<std::string> run_first;            // those whose points run before the others', in this order

  const PaperWorkload* find_workload(const std::string& row) const;
  const Experiment* find_experiment(const std::string& name) const;
};

}  // namespace unibank
