#include "unibank/sweep_runner.h"

#include <algorithm>
#include <chrono>
#include <unordered_map>

#include "unibank/point_progress.h"

namespace unibank {

namespace {

using Clock = std::chrono::steady_clock;

class Runner {
 public:
  Runner(PointJobs& jobs, const PointsToRun& points)
      : jobs_(jobs), points_(points), part_(points.parts, points.task), begin_(Clock::now()) {}

  PointsRun run() {
    const JobSource jobs{points_.seconds.size(), [this](std::size_t job) { return make(job); },
                         [this](std::size_t job) { return may_start(job); }};
    PointProgress progress({points_.seconds, points_.finished_before, points_.at_once,
                            [this](std::size_t job) { return names_.at(job); }},
                           [this](std::size_t job, const std::string& result, const std::string& died) {
                             return take(job, result, died);
                           });
    ended_.not_started = points_.seconds.size() - run_forked(jobs, points_.at_once, progress);
    part_.finish();
    return std::move(ended_);
  }

 private:
  ForkedJob make(std::size_t job) {
    ForkedJob one = jobs_.make(job);
    names_[job] = one.name;
    return one;
  }

  // The first point starts in any case: it has the most time that a task gives, and what was expected may be wrong.
  bool may_start(std::size_t job) const {
    if (points_.seconds_there_are <= 0 || job == 0) return true;
    const double passed = std::chrono::duration<double>(Clock::now() - begin_).count();
    return passed + static_cast<double>(points_.seconds[job]) <= points_.seconds_there_are;
  }

  // Returns a message, if there is something to say.
  std::string take(std::size_t job, const std::string& result, const std::string& died) {
    const std::string name = names_.at(job);
    names_.erase(job);
    std::string failure = died;
    switch (died.empty() ? jobs_.take(job, result, part_, failure) : PointJobs::Ended::kFailed) {
      case PointJobs::Ended::kFinished: ++ended_.finished; return "";
      case PointJobs::Ended::kRefused: ++ended_.refused; return "";
      case PointJobs::Ended::kStopped: ++ended_.stopped; return "";
      case PointJobs::Ended::kFailed: break;
    }
    ++ended_.failed;
    return "unibank: error: " + name + ": " + failure;
  }

  PointJobs& jobs_;
  const PointsToRun& points_;
  sweep::PartWriter part_;
  std::unordered_map<std::size_t, std::string> names_;   // of those that run
  PointsRun ended_;
  const Clock::time_point begin_;
};

class StudyJobs : public PointJobs {
 public:
  StudyJobs(sweep::PointSpace& space, const PointsToRun& points) : space_(space), points_(points) {}

  ForkedJob make(std::size_t job) override {
    space_.at(points_.numbers[job], point_);
    keys_[job] = point_.key;
    return {point_.name(), [this](const Notify& notify) { return run_point(point_, points_.stop, notify); }};
  }
  Ended take(std::size_t job, const std::string& result, sweep::PartWriter& part, std::string& failure) override {
    const PointEnd end = read_point_end(result);
    const std::string key = keys_.at(job);
    keys_.erase(job);
    failure = end.failure;
    if (!end.finished) return Ended::kFailed;
    part.add(end.row);
    return end.row.refused.empty() ? Ended::kFinished : end.row.key == key ? Ended::kRefused : Ended::kStopped;
  }

 private:
  sweep::PointSpace& space_;
  const PointsToRun& points_;
  sweep::Point point_;                                   // whose process starts next
  std::unordered_map<std::size_t, std::string> keys_;    // of those that run
};

}  // namespace

PointsRun run_jobs(PointJobs& jobs, const PointsToRun& points) { return Runner(jobs, points).run(); }

PointsRun run_points(sweep::PointSpace& space, const PointsToRun& points) {
  StudyJobs jobs(space, points);
  return run_jobs(jobs, points);
}

}  // namespace unibank
