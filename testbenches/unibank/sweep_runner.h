// Points of a study in processes of this machine: whatever starts them, a person or a task of a queue.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sweep/part.h"
#include "sweep/points.h"
#include "unibank/point_run.h"
#include "unibank/process.h"

namespace unibank {

struct PointsToRun {
  std::vector<sweep::Number> numbers;   // of a study's points, in the order in which they start
  std::vector<float> seconds;           // of each: what it is expected to take
  std::uint64_t finished_before = 0;    // of the study, for the bar
  unsigned at_once = 1;
  std::string parts, task;              // folder and name of the file that points go into
  StopRule stop;                        // of a search: when a run ends early
  double seconds_there_are = 0;         // a point that would not end within them does not start; 0: no limit
};

struct PointsRun {
  std::uint64_t finished = 0, refused = 0, stopped = 0, not_started = 0;
  std::vector<std::string> failures;    // "needle ... on ...: wrong answer: ..."
};

// What runs: points of a study, or those of a paper's experiments.
class PointJobs {
 public:
  enum class Ended { kFinished, kRefused, kStopped, kFailed };
  virtual ~PointJobs() = default;
  virtual ForkedJob make(std::size_t job) = 0;
  // Puts what a job's process has said into the file; of one that has failed says why instead.
  virtual Ended take(std::size_t job, const std::string& result, sweep::PartWriter& part, std::string& failure) = 0;
};
// `points.numbers` is not looked at: there are as many jobs as expected seconds. Throws as run_points() does.
PointsRun run_jobs(PointJobs& jobs, const PointsToRun& points);

// Throws RunError when results cannot be written, and when it is interrupted; what had finished before is kept.
PointsRun run_points(sweep::PointSpace& space, const PointsToRun& points);

}  // namespace unibank
