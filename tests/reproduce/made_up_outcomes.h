// Invented outcomes of experiments, and what a page of them contains.
#pragma once

#include <optional>
#include <string>

#include "reproduce/outcome.h"

inline unibank::Cell cell(const std::string& row, const std::string& series, const std::string& metric,
                          std::optional<double> measured, std::optional<double> published = std::nullopt) {
  unibank::Cell made{row, series, metric, std::nullopt, measured, std::nullopt};
  if (published) made.published = unibank::Published{"=", published, std::nullopt, "", "A Paper 2012 table 6"};
  return made;
}

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Two workloads on two designs; one number is missing.
inline unibank::Outcome bars() {
  unibank::Outcome outcome;
  outcome.paper = "paper2012";
  outcome.name = "table6";
  outcome.title = "Performance against the partitioned design";
  outcome.source = "A Paper 2012, table 6";
  outcome.size = "test";
  outcome.points = 4;
  outcome.finished = 3;
  outcome.cells = {cell("bfs", "partitioned", "performance", 1), cell("bfs", "unified", "performance", 1.25, 1.125),
                   cell("needle", "partitioned", "performance", 1),
                   cell("needle", "unified", "performance", std::nullopt, 1.75)};
  unibank::Plot plot;
  plot.title = "Performance";
  plot.x_label = "workload";
  plot.y_label = "relative performance";
  plot.metric = "performance";
  outcome.plots = {plot};
  outcome.parameters = {{"program version", "0.1.0"}};
  outcome.notes = {"needle has not run."};
  return outcome;
}

// Two groups of programs on two designs; one ratio is missing and one has no logarithm.
inline unibank::Outcome heat_map() {
  unibank::Outcome outcome = bars();
  outcome.cells = {cell("bfs", "small", "performance", 0.25), cell("bfs", "large", "performance", 2),
                   cell("graphs", "small", "performance", 0.25), cell("graphs", "large", "performance", 2),
                   cell("lu", "small", "performance", 1), cell("lu", "large", "performance", std::nullopt),
                   cell("matrices", "small", "performance", 1), cell("matrices", "large", "performance", 0)};
  outcome.plots[0].kind = unibank::Plot::Kind::kHeatMap;
  outcome.plots[0].groups = {{"graphs", {"bfs"}}, {"matrices", {"lu"}}};
  return outcome;
}

// Performance against energy: `better` beats `worse`, no design beats `fast` or `frugal`, and `open` has not run.
inline unibank::Outcome pareto() {
  unibank::Outcome outcome = bars();
  outcome.cells.clear();
  const auto add = [&](const char* series, std::optional<double> performance, std::optional<double> energy) {
    outcome.cells.push_back(cell("mean", series, "performance", performance));
    outcome.cells.push_back(cell("mean", series, "energy", energy));
  };
  add("worse", 1, 1);
  add("better", 1.25, 1);
  add("fast", 1.5, 2);
  add("frugal", 0.875, 0.5);
  add("open", std::nullopt, 0.25);
  outcome.cells.push_back(cell("bfs", "worse", "performance", 9));  // another row
  outcome.plots[0].kind = unibank::Plot::Kind::kPareto;
  outcome.plots[0].against = "energy";
  outcome.plots[0].row = "mean";
  outcome.plots[0].series = {"worse", "better", "fast", "frugal", "open"};
  return outcome;
}
