#include "unibank/point_progress.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "base/printable.h"
#include "unibank/progress.h"

namespace unibank {

namespace {

constexpr std::chrono::seconds kBetweenPointLines{10};
constexpr unsigned kBarWidth = 30;

}  // namespace

PointProgress::PointProgress(Jobs jobs, HasEnded has_ended)
    : jobs_(std::move(jobs)),
      has_ended_(std::move(has_ended)),
      unstarted_work_(std::accumulate(jobs_.work.begin(), jobs_.work.end(), 0.0)),
      terminal_(::isatty(STDERR_FILENO) == 1),
      last_shown_(Clock::now()) {}

PointProgress::~PointProgress() { clear_line(); }

void PointProgress::started(std::size_t job) {
  running_[job] = {jobs_.name(job), Clock::now()};
  ++started_;
  unstarted_work_ -= jobs_.work[job];
}

void PointProgress::has_result(std::size_t job, const std::string& result) { say(has_ended_(job, result, "")); }

bool PointProgress::died(std::size_t job, const std::string& how) {
  say(has_ended_(job, "", how));
  return true;
}

void PointProgress::ended(std::size_t job) {
  const auto at = running_.find(job);
  ++done_;
  finished_work_ += jobs_.work[job];
  finished_seconds_ += std::chrono::duration<double>(Clock::now() - at->second.begin).count();
  running_.erase(at);
}

// Jobs start in their order, so of those that have not started only the first is looked at: a study may have a million.
double PointProgress::seconds_left() const {
  if (finished_work_ <= 0) return -1;
  const double rate = finished_seconds_ / finished_work_;
  double left = unstarted_work_ * rate, longest = started_ < jobs_.work.size() ? jobs_.work[started_] * rate : 0;
  for (const auto& [job, running] : running_) {
    const double passed = std::chrono::duration<double>(Clock::now() - running.begin).count();
    const double seconds = std::max(0.0, jobs_.work[job] * rate - passed);
    left += seconds;
    longest = std::max(longest, seconds);
  }
  return std::max(left / std::max(jobs_.at_once, 1u), longest);
}

std::string PointProgress::bar(std::size_t done, std::size_t total, unsigned width) {
  const std::size_t full = total == 0 ? width : done * width / total;
  return "[" + std::string(full, '#') + std::string(width - full, '.') + "] " + std::to_string(done) + " of " +
         std::to_string(total) + " points";
}

std::string PointProgress::left_text(double seconds) {
  if (seconds < 0) return "";
  const auto whole = static_cast<unsigned long>(std::lround(seconds));
  if (whole < 60) return ", about " + std::to_string(whole) + " s left";
  if (whole < 3600) return ", about " + std::to_string((whole + 30) / 60) + " min left";
  const unsigned long minutes = (whole + 30) / 60;
  return ", about " + std::to_string(minutes / 60) + " h " + std::to_string(minutes % 60) + " min left";
}

std::string PointProgress::status() const {
  std::string text = bar(jobs_.done_before + done_, jobs_.done_before + jobs_.work.size(), kBarWidth) +
                     left_text(seconds_left());
  for (const auto& [job, running] : running_) text += " | " + running.name;
  return text;
}

void PointProgress::say(const std::string& text) {
  if (text.empty()) return;
  clear_line();
  std::fprintf(stderr, "%s\n", printable_lines(text).c_str());
}

void PointProgress::clear_line() {
  if (line_shown_) std::fputs("\r\033[K", stderr);
  line_shown_ = false;
}

void PointProgress::tick() {
  const bool due = Clock::now() - last_shown_ >= kBetweenPointLines;
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
