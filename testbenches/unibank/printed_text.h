// Prints the kernels' text on standard output: the text of one job as it arrives, and the texts of the other jobs
// afterwards, each after the job's name.
#pragma once

#include <string>
#include <vector>

namespace unibank {

class PrintedText {
 public:
  explicit PrintedText(const std::vector<std::string>& names);
  ~PrintedText();  // prints the kept text and ends its last line
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
  std::size_t current_ = 0;  // the job whose text is printed as it arrives; the text of later jobs is kept
  char last_ = '\n';         // the last character shown
  const bool to_terminal_;   // control characters would have an effect there
};

}  // namespace unibank
