// Progress on standard error: on a terminal one line that is rewritten, otherwise a line every few seconds.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "unibank/printed_text.h"
#include "unibank/process.h"

namespace unibank {

// The width of a line on standard error; 79 if it is not a terminal.
std::size_t terminal_width();

class Progress : public JobWatcher {
 public:
  explicit Progress(const std::vector<std::string>& names);
  ~Progress() override;

  void started(std::size_t job) override;
  void noted(std::size_t job, const std::string& text) override { jobs_[job].text = text; }
  void printed(std::size_t job, const std::string& text) override;
  void ended(std::size_t job) override;
  void tick() override;

 private:
  using Clock = std::chrono::steady_clock;
  struct Job {
    std::string name, text;
    bool running = false;
    Clock::time_point begin;
  };
  void clear_line();
  std::string status(const Job& job) const;

  std::vector<Job> jobs_;
  PrintedText printed_;
  bool terminal_;
  bool line_shown_ = false;
  Clock::time_point last_shown_;
};

}  // namespace unibank
