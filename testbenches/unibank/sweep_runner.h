// Runs points of a study in processes of this machine, for a user or as a task of a queue.
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
  std::vector<sweep::Number> numbers;   // indices of a study's points, in the order in which they start
  std::vector<float> seconds;           // the expected time of each
  std::uint64_t finished_before = 0;    // of the study, for the progress bar
  unsigned at_once = 1;
  std::string parts, task;              // folder and name of the file for the points
  StopRule stop;                        // for a search: when a run ends early
  double seconds_there_are = 0;         // points expected to end later do not start, except the first; 0: no limit
};

struct PointsRun {
  std::uint64_t finished = 0, refused = 0, stopped = 0, failed = 0, not_started = 0;
};

// The jobs to run: points of a study, or of a paper's experiments.
class PointJobs {
 public:
  enum class Ended { kFinished, kRefused, kStopped, kFailed };
  virtual ~PointJobs() = default;
  virtual ForkedJob make(std::size_t job) = 0;
  // Stores the result of a job's process in the file; for a failed job sets `failure` instead.
  virtual Ended take(std::size_t job, const std::string& result, sweep::PartWriter& part, std::string& failure) = 0;
};
// Runs the jobs and prints the error of each that fails. Ignores `points.numbers`: the number of jobs is the size of
// `points.seconds`. Throws as run_points() does.
PointsRun run_jobs(PointJobs& jobs, const PointsToRun& points);

// Runs the points. Throws RunError if results cannot be written or the run is interrupted; points finished before are
// kept.
PointsRun run_points(sweep::PointSpace& space, const PointsToRun& points);

}  // namespace unibank
