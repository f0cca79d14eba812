#include "unibank/reproduce_progress.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/printable.h"
#include "unibank/progress.h"

namespace unibank {

namespace {

constexpr std::chrono::seconds kBetweenLines{10};
constexpr unsigned kBarWidth = 30;

}  // namespace

ReproduceProgress::ReproduceProgress(std::vector<Job> jobs, std::size_t done_before, unsigned at_once,
                                     HasEnded has_ended)
    : jobs_(std::move(jobs)),
      states_(jobs_.size()),
      before_(done_before),
      at_once_(std::max(at_once, 1u)),
      has_ended_(std::move(has_ended)),
      terminal_(::isatty(STDERR_FILENO) == 1),
      last_shown_(Clock::now()) {}

ReproduceProgress::~ReproduceProgress() { clear_line(); }

void ReproduceProgress::started(std::size_t job) {
  states_[job].running = true;
  states_[job].begin = Clock::now();
}

void ReproduceProgress::has_result(std::size_t job, const std::string& result) { say(has_ended_(job, result, "")); }

bool ReproduceProgress::died(std::size_t job, const std::string& how) {
  say(has_ended_(job, "", how));
  return true;
}

void ReproduceProgress::ended(std::size_t job) {
  states_[job].running = false;
  states_[job].finished = true;
  ++done_;
  finished_work_ += jobs_[job].work;
  finished_seconds_ += std::chrono::duration<double>(Clock::now() - states_[job].begin).count();
}

double ReproduceProgress::seconds_left() const {
  if (finished_work_ <= 0) return -1;
  const double rate = finished_seconds_ / finished_work_;
  double left = 0, longest = 0;
  for (std::size_t job = 0; job < jobs_.size(); ++job) {
    if (states_[job].finished) continue;
    double seconds = jobs_[job].work * rate;
    if (states_[job].running)
      seconds = std::max(0.0, seconds - std::chrono::duration<double>(Clock::now() - states_[job].begin).count());
    left += seconds;
    longest = std::max(longest, seconds);
  }
  return std::max(left / at_once_, longest);
}

std::string ReproduceProgress::bar(std::size_t done, std::size_t total, unsigned width) {
  const std::size_t full = total == 0 ? width : done * width / total;
  return "[" + std::string(full, '#') + std::string(width - full, '.') + "] " + std::to_string(done) + " of " +
         std::to_string(total) + " points";
}

std::string ReproduceProgress::left_text(double seconds) {
  if (seconds < 0) return "";
  const auto whole = static_cast<unsigned long>(std::lround(seconds));
  if (whole < 60) return ", about " + std::to_string(whole) + " s left";
  if (whole < 3600) return ", about " + std::to_string((whole + 30) / 60) + " min left";
  const unsigned long minutes = (whole + 30) / 60;
  return ", about " + std::to_string(minutes / 60) + " h " + std::to_string(minutes % 60) + " min left";
}

std::string ReproduceProgress::status() const {
  std::string text = bar(before_ + done_, before_ + jobs_.size(), kBarWidth) + left_text(seconds_left());
  for (std::size_t job = 0; job < jobs_.size(); ++job)
    if (states_[job].running) text += " | " + jobs_[job].name;
  return text;
}

void ReproduceProgress::say(const std::string& text) {
  if (text.empty()) return;
  clear_line();
  std::fprintf(stderr, "%s\n", printable_lines(text).c_str());
}

void ReproduceProgress::clear_line() {
  if (line_shown_) std::fputs("\r\033[K", stderr);
  line_shown_ = false;
}

void ReproduceProgress::tick() {
  const bool due = Clock::now() - last_shown_ >= kBetweenLines;
  if (!terminal_ && !due) return;
  last_shown_ = Clock::now();
  clear_line();
  const std::string text = status();
  if (!terminal_) {
    std::fprintf(stderr, "%s\n", printable_lines(text).c_str());
    return;
  }
  std::fputs(text.substr(0, terminal_width()).c_str(), stderr);
  std::fflush(stderr);
  line_shown_ = true;
}

}  // namespace unibank
