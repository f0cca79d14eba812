// The progress of an experiment's points on standard error: a bar on a terminal, otherwise a line from time to time.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "unibank/process.h"

namespace unibank {

class ReproduceProgress : public JobWatcher {
 public:
  struct Job {
    std::string name;
    double work = 0;  // warp instructions or a guess; its time is assumed proportional
  };
  // `has_ended` receives a job's result, or why there is none; it returns a message to print, or an empty text.
  using HasEnded = std::function<std::string(std::size_t job, const std::string& result, const std::string& died)>;
  // `done_before` of `total` points were finished before this run; `at_once` jobs run at a time.
  ReproduceProgress(std::vector<Job> jobs, std::size_t done_before, unsigned at_once, HasEnded has_ended);
  ~ReproduceProgress() override;

  void started(std::size_t job) override;
  void noted(std::size_t, const std::string&) override {}
  void has_result(std::size_t job, const std::string& result) override;
  bool died(std::size_t job, const std::string& how) override;
  void ended(std::size_t job) override;
  void tick() override;

  // "[#####.....] 12 of 24 points, about 3 min left": for a bar of `width` characters.
  static std::string bar(std::size_t done, std::size_t total, unsigned width);
  static std::string left_text(double seconds);

 private:
  using Clock = std::chrono::steady_clock;
  struct State {
    bool running = false, finished = false;
    Clock::time_point begin;
  };
  void say(const std::string& text);
  void clear_line();
  std::string status() const;
  // The seconds left; negative if nothing is finished yet.
  double seconds_left() const;

  std::vector<Job> jobs_;
  std::vector<State> states_;
  std::size_t done_ = 0, before_;
  unsigned at_once_;
  HasEnded has_ended_;
  double finished_work_ = 0, finished_seconds_ = 0;
  bool terminal_, line_shown_ = false;
  Clock::time_point last_shown_;
};

}  // namespace unibank
