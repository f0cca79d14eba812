// One run that an experiment needs. Points shared by several experiments are one point.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "design/load.h"
#include "report/run_result.h"
#include "reproduce/experiment.h"
#include "reproduce/own_code.h"
#include "workloads/workload.h"

namespace unibank {

struct Point {
  std::string key;                              // 16 hexadecimal digits: below
  std::string older_key;                        // key of this point's row in an older version of the model
  const Workload* workload = nullptr;
  WorkloadArguments arguments;                  // complete
  std::string size;                             // the workload's size: "tiny", "test" or "paper"
  Style style = Style::kModern;                 // of its PTX
  std::shared_ptr<const LoadedDesign> design;
  std::vector<std::string> overrides;           // that made the design
  bool functional = false;

  std::string name() const;                     // "needle (test: block=64 ...) on hayes2014/fermi, dram.latency=200"
};

// A hash of the model's version, the workload's PTX and arguments, and every value of the design that differs from the
// parameter's default. Energy parameters are left out, because energies are computed from a finished point. For a
// functional run the hash includes of the design only the register limit and the compiler's options (simplification,
// schedule, treatment of shared scratchpad), or, with kernel.pass, the whole design. `program`: see own_code.h.
std::string point_key(const Point& point, unsigned model_version, const std::string& program = kThisProgram);

// A finished point. Of `run`, only counters, cycles, partition and residency are set.
struct FinishedPoint {
  std::string key;
  unsigned model = 0;
  std::string workload, size, arguments, design, overrides;  // for readers of the file; only the key is used
  bool functional = false;
  std::string refused;                          // why the program cannot run on the design; empty: it ran
  RunResult run;
};

// Makes `run` the row of a point.
FinishedPoint finished(const Point& point, RunResult run);
FinishedPoint refused(const Point& point, const std::string& why);
// Replaces the row's description by the description of `point`.
void describe(const Point& point, FinishedPoint& row);

// A point as used by a cell: two designs that differ only in energies share the point.
struct Candidate {
  std::size_t point = 0;                        // number into PointList::points
  std::shared_ptr<const LoadedDesign> design;
};

// The points of an experiment, and those of each of its cells.
struct ExperimentPoints {
  const Experiment* experiment = nullptr;
  std::vector<ExperimentWorkload> workloads;    // those of the rows, then those that only averages need
  std::vector<std::int64_t> at;                 // the sweep's values at this size; {0} without a sweep
  // [workload][series][value]: the candidates, of which the fastest counts.
  std::vector<std::vector<std::vector<std::vector<Candidate>>>> cells;

  template <class Take>
  void each_candidate(const Take& take) const {
    for (const auto& workload : cells)
      for (const auto& series : workload)
        for (const auto& candidates : series)
          for (const Candidate& candidate : candidates) take(candidate);
  }
};

struct PointList {
  std::vector<Point> points;                    // in the order in which they should run
  std::vector<ExperimentPoints> experiments;    // in the paper's order
};

// All points of a paper at "test" or "paper" size. Throws InputError, with the experiment's file, for wrong designs,
// overrides and arguments.
PointList enumerate_points(const Paper& paper, const std::string& size);

}  // namespace unibank
