#include "unibank/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

#include "base/printable.h"

namespace unibank {

namespace {

constexpr std::chrono::seconds kBetweenRunLines{5};

std::string seconds_text(std::chrono::steady_clock::duration time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f s", std::chrono::duration<double>(time).count());
  return text;
}

}  // namespace

std::size_t terminal_width() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1u : 79u;
}

Progress::Progress(const std::vector<std::string>& names)
    : printed_(names), terminal_(::isatty(STDERR_FILENO) == 1), last_shown_(Clock::now()) {
  for (const std::string& name : names) jobs_.push_back({printable(name), "", false, {}});
}

Progress::~Progress() { clear_line(); }

void Progress::started(std::size_t job) {
  jobs_[job].running = true;
  jobs_[job].begin = Clock::now();
}

void Progress::printed(std::size_t job, const std::string& text) {
  clear_line();
  printed_.add(job, text);
}

void Progress::ended(std::size_t job) {
  jobs_[job].running = false;
  clear_line();
  printed_.ended(job);
  const std::string time = seconds_text(Clock::now() - jobs_[job].begin);
  std::fprintf(stderr, "%s: done in %s\n", jobs_[job].name.c_str(), time.c_str());
}

std::string Progress::status(const Job& job) const {
  return job.name + ": " + seconds_text(Clock::now() - job.begin) + (job.text.empty() ? "" : ", " + job.text);
}

void Progress::clear_line() {
  if (line_shown_) std::fputs("\r\033[K", stderr);
  line_shown_ = false;
}

void Progress::tick() {
  const bool due = Clock::now() - last_shown_ >= kBetweenRunLines;
  if (!terminal_ && !due) return;
  last_shown_ = Clock::now();
  std::string line;
  for (const Job& job : jobs_) {
    if (!job.running) continue;
    if (!terminal_) std::fprintf(stderr, "%s\n", status(job).c_str());
    line += (line.empty() ? "" : " | ") + status(job);
  }
  if (!terminal_) return;
  clear_line();
  std::fputs(line.substr(0, terminal_width()).c_str(), stderr);
  std::fflush(stderr);
  line_shown_ = true;
}

}  // namespace unibank
