// What kernels print, on standard output: of one job at once, of several one behind the other, each led by its name.
#pragma once

#include <string>
#include <vector>

namespace unibank {

class PrintedText {
 public:
  explicit PrintedText(const std::vector<std::string>& names);
  ~PrintedText();  // shows what has been kept, and ends its last line
  PrintedText(const PrintedText&) = delete;
  PrintedText& operator=(const PrintedText&) = delete;

  void add(std::size_t job, const std::string& text);
  void ended(std::size_t job);

 private:
  struct Job {
    std::string name, kept;
    bool ended = false, shown = false;
  };
  void show(std::size_t job, const std::string& printed);

  std::vector<Job> jobs_;
  std::size_t current_ = 0;  // whose text is shown as it comes; that of those behind it is kept
  char last_ = '\n';         // character shown
  const bool to_terminal_;   // which would do what control characters say
};

}  // namespace unibank
