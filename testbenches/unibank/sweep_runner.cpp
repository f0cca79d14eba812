#include "unibank/sweep_runner.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <unordered_map>

#include "base/printable.h"
#include "unibank/progress.h"
#include "unibank/reproduce_progress.h"

namespace unibank {

namespace {

using Clock = std::chrono::steady_clock;

class Runner : public JobWatcher {
 public:
  Runner(PointJobs& jobs, const PointsToRun& points)
      : jobs_(jobs), points_(points), part_(points.parts, points.task), terminal_(::isatty(STDERR_FILENO) == 1),
        begin_(Clock::now()), shown_(begin_) {
    for (const float one : points.seconds) expected_ += one;
  }

  PointsRun run() {
    const JobSource jobs{points_.seconds.size(), [this](std::size_t job) { return make(job); },
                         [this](std::size_t job) { return may_start(job); }};
    const std::size_t started = run_forked(jobs, points_.at_once, *this);
    ended_.not_started = points_.seconds.size() - started;
    clear_line();
    part_.finish();
    return std::move(ended_);
  }

  void started(std::size_t) override {}
  void noted(std::size_t, const std::string&) override {}
  void has_result(std::size_t job, const std::string& result) override {
    std::string failure;
    switch (jobs_.take(job, result, part_, failure)) {
      case PointJobs::Ended::kFinished: ++ended_.finished; break;
      case PointJobs::Ended::kRefused: ++ended_.refused; break;
      case PointJobs::Ended::kStopped: ++ended_.stopped; break;
      case PointJobs::Ended::kFailed: fail(job, failure);
    }
  }
  bool died(std::size_t job, const std::string& how) override {
    fail(job, how);
    return true;
  }
  void ended(std::size_t job) override {
    names_.erase(job);
    ++done_;
    done_expected_ += points_.seconds[job];
  }
  void tick() override {
    constexpr std::chrono::seconds kBetweenLines{10};
    const auto now = Clock::now();
    if (now - shown_ < (terminal_ ? Clock::duration(std::chrono::milliseconds(200)) : Clock::duration(kBetweenLines))) return;
    shown_ = now;
    constexpr unsigned kWidth = 30;
    const double passed = std::chrono::duration<double>(now - begin_).count();
    const double left = done_expected_ > 0 ? passed * (expected_ - done_expected_) / done_expected_ : -1;
    const std::uint64_t before = points_.finished_before;
    const std::string text = ReproduceProgress::bar(before + done_, before + points_.seconds.size(), kWidth) +
                             ReproduceProgress::left_text(left);
    clear_line();
    std::fprintf(stderr, terminal_ ? "%s" : "%s\n", text.substr(0, terminal_ ? terminal_width() : text.size()).c_str());
    std::fflush(stderr);
    line_shown_ = terminal_;
  }

 private:
  ForkedJob make(std::size_t job) {
    ForkedJob one = jobs_.make(job);
    names_[job] = one.name;
    return one;
  }

  bool may_start(std::size_t job) const {
    if (points_.seconds_there_are <= 0) return true;
    const double passed = std::chrono::duration<double>(Clock::now() - begin_).count();
    return passed + static_cast<double>(points_.seconds[job]) <= points_.seconds_there_are;
  }

  void fail(std::size_t job, const std::string& why) {
    ended_.failures.push_back(names_[job] + ": " + why);
    clear_line();
    std::fprintf(stderr, "unibank: error: %s\n", printable_lines(ended_.failures.back()).c_str());
  }

  void clear_line() {
    if (line_shown_) std::fputs("\r\033[K", stderr);
    line_shown_ = false;
  }

  PointJobs& jobs_;
  const PointsToRun& points_;
  sweep::PartWriter part_;
  std::unordered_map<std::size_t, std::string> names_;   // of those that run
  PointsRun ended_;
  double expected_ = 0, done_expected_ = 0;
  std::uint64_t done_ = 0;
  bool terminal_, line_shown_ = false;
  Clock::time_point begin_, shown_;
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
