// For any text, an experiment file is read, or refused with InputError; the same holds when its points are enumerated.
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "base/input_error.h"
#include "fuzz/target.h"
#include "reproduce/experiment_files.h"
#include "reproduce/metrics.h"
#include "reproduce/point.h"

namespace {

using namespace unibank;

std::string file_of(const std::string& path, const std::string& experiment) {
  if (path == "p/paper.toml") return "title = \"P\"\nworkloads = \"w.csv\"\nexperiments = [\"e\"]\n";
  if (path == "p/w.csv") return "workload,registers,scratchpad,groups\nbfs,9,0,all small\nneedle,18,264.1,all\n";
  if (path == "p/e.toml") return experiment;
  return "row,series,metric,x,relation,value,high,words,source\nbfs,a,performance,,=,1.5,,,P\n";
}

void require(bool right, const char* what) {
  if (!right) throw std::logic_error(what);
}

// Invariants that all users of the reader rely on without checking them.
void check(const Experiment& experiment) {
  require(!experiment.workloads.empty() && !experiment.series.empty() && !experiment.metrics.empty(), "an empty one");
  for (const std::string& metric : experiment.metrics)
    for (const ExperimentSeries& series : experiment.series)
      require(!find_metric(metric)->relative || !series.baseline.empty(), "a ratio to nothing");
  require(!experiment.baseline_at || experiment.sweep, "a baseline at a value of nothing");
}

// Unrealistically long lists of values would take too long to enumerate.
bool is_long(const std::string& text) { return text.size() > 4000; }

void load_any(const std::string& text) {
  if (is_long(text)) return;
  const ExperimentFiles files{
      "fuzz", [&text](const std::string& path) { return std::optional<std::string>(file_of(path, text)); }, {"p"}};
  try {
    const Paper paper = load_paper(files, "p");
    check(paper.experiments.at(0));
    const PointList list = enumerate_points(paper, "test");
    for (const auto& workload : list.experiments.at(0).cells)
      require(workload.size() == paper.experiments[0].series.size(), "a series without points");
  } catch (const InputError&) {
    // refused in a proper way
  }
}

}  // namespace

void unibank::fuzz::try_text(const std::string& text) { load_any(text); }
