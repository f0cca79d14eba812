// Prints the kernels' text on standard output: one job's text at once, the others' after it, each after its name.
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
  std::size_t current_ = 0;  // its text is printed as it comes; that of later jobs is kept
  char last_ = '\n';         // character shown
  const bool to_terminal_;   // where control characters would have an effect
};

}  // namespace unibank
