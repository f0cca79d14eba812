// The progress of points, of a study or a paper, on standard error: a bar on a terminal, otherwise a line from time to
// time.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "unibank/process.h"

namespace unibank {

class PointProgress : public JobWatcher {
 public:
  // `has_ended` receives a job's result, or the reason why there is none; it returns a message to print, or an empty
  // text.
  using HasEnded = std::function<std::string(std::size_t job, const std::string& result, const std::string& died)>;
  using NameOf = std::function<std::string(std::size_t job)>;
  struct Jobs {
    std::vector<float> work;      // expected time, in any unit, in the order in which they start
    std::size_t done_before = 0;  // points finished before this run, of all
    unsigned at_once = 1;
    NameOf name;                  // of a job that has started
  };
  PointProgress(Jobs jobs, HasEnded has_ended);
  ~PointProgress() override;

  void started(std::size_t job) override;
  void noted(std::size_t, const std::string&) override {}
  void has_result(std::size_t job, const std::string& result) override;
  bool died(std::size_t job, const std::string& how) override;
  void ended(std::size_t job) override;
  void tick() override;

  // "[#####.....] 12 of 24 points": for a bar of `width` characters.
  static std::string bar(std::size_t done, std::size_t total, unsigned width);
  static std::string left_text(double seconds);

 private:
  using Clock = std::chrono::steady_clock;
  struct Running {
    std::string name;
    Clock::time_point begin;
  };
  void say(const std::string& text);
  void clear_line();
  std::string status() const;
  // The seconds left; negative if nothing is finished yet.
  double seconds_left() const;

  const Jobs jobs_;
  const HasEnded has_ended_;
  std::map<std::size_t, Running> running_;
  std::size_t started_ = 0, done_ = 0;
  double unstarted_work_ = 0, finished_work_ = 0, finished_seconds_ = 0;
  bool terminal_, line_shown_ = false;
  Clock::time_point last_shown_;
};

}  // namespace unibank
