// A paper for reports: experiment e has programs needle, bfs, lu and their mean, and series a (the baseline) and b;
// experiment f is a sweep of needle and bfs.
#pragma once

#include <vector>

#include "reproduce/made_up_outcomes.h"
#include "reproduce/report_values.h"

inline unibank::Outcome made_up_bars() {
  unibank::Outcome outcome;
  outcome.paper = "p";
  outcome.name = "e";
  outcome.points = 6;
  outcome.finished = 6;
  outcome.cells = {cell("needle", "b", "performance", 1.5, 2),        cell("bfs", "b", "performance", 1.25, 1.25),
                   cell("lu", "b", "performance", 1.125, 1),          cell("mean", "b", "performance", 1.25, 1.5),
                   cell("needle", "a", "cycles", 12345),              cell("needle", "b", "cycles", 8230),
                   cell("bfs", "a", "cycles", std::nullopt),          cell("384 KB: >4", "a", "cycles", 7)};
  return outcome;
}

inline unibank::Outcome made_up_sweep() {
  unibank::Outcome outcome;
  outcome.paper = "p";
  outcome.name = "f";
  outcome.points = 2;
  outcome.finished = 1;
  outcome.older = 1;
  outcome.cells = {cell("needle", "b", "performance", 0.5), cell("needle", "b", "performance", 1),
                   cell("bfs", "b", "performance", std::nullopt)};
  outcome.cells[0].x = 64;
  outcome.cells[1].x = 128.5;
  outcome.cells[2].x = 64;
  return outcome;
}

inline std::vector<unibank::ReportPaper> made_up_papers() {
  std::vector<unibank::ReportPaper> papers(1);
  unibank::ReportPaper& of = papers[0];
  of.paper.name = "p";
  of.paper.experiments.resize(2);
  of.paper.experiments[0].name = "e";
  of.paper.experiments[0].metrics = {"performance", "cycles"};
  of.paper.experiments[0].averages.push_back({"mean", {{"needle", "needle", {}}}});
  of.paper.experiments[1].name = "f";
  of.paper.experiments[1].metrics = {"performance"};
  of.outcomes = {made_up_bars(), made_up_sweep()};
  of.points = 8;
  of.finished = 7;
  of.older = 1;
  of.older_versions = "version 4";
  return papers;
}
