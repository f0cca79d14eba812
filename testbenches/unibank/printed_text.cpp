#include "unibank/printed_text.h"

#include <cstdio>
#include <unistd.h>

#include "base/printable.h"

namespace unibank {

PrintedText::PrintedText(const std::vector<std::string>& names) : to_terminal_(::isatty(STDOUT_FILENO) != 0) {
  for (const std::string& name : names) jobs_.push_back({printable(name), "", false, false});
}

PrintedText::~PrintedText() {
  for (std::size_t job = current_; job < jobs_.size(); ++job) show(job, jobs_[job].kept);
  if (last_ != '\n') std::fputc('\n', stdout);
}

void PrintedText::add(std::size_t job, const std::string& text) {
  if (job == current_) show(job, text);
  else jobs_[job].kept += text;
}

void PrintedText::ended(std::size_t job) {
  jobs_[job].ended = true;
  while (current_ < jobs_.size() && jobs_[current_].ended) {
    if (++current_ == jobs_.size()) break;
    show(current_, jobs_[current_].kept);
    jobs_[current_].kept.clear();
  }
}

void PrintedText::show(std::size_t job, const std::string& printed) {
  if (printed.empty()) return;
  const std::string text = to_terminal_ ? printable_lines(printed) : printed;
  if (jobs_.size() > 1 && !jobs_[job].shown)
    std::printf("%s%s prints:\n", last_ == '\n' ? "" : "\n", jobs_[job].name.c_str());
  jobs_[job].shown = true;
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
  last_ = text.back();
}

}  // namespace unibank
