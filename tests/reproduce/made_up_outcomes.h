// Outcomes that no experiment had.
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

// Two workloads on two designs and one number missing.
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
