// Results on standard output: `--json -` and `--csv -`.
#pragma once

#include <string>

namespace unibank {

inline const std::string kStandardOutput = "-";  // the name of an output that is standard output

// While one of these exists, what the program and its processes print on standard output goes to standard error, so
// that standard output has one result alone. Make it before processes are forked.
class ResultOnly {
 public:
  // Does nothing unless `wanted`. Throws RunError when the system has no more file descriptors.
  explicit ResultOnly(bool wanted);
  ~ResultOnly();
  ResultOnly(const ResultOnly&) = delete;
  ResultOnly& operator=(const ResultOnly&) = delete;

  // Puts the result on standard output. Throws RunError when it is closed or the disk is full.
  void write(const std::string& text);

 private:
  int result_ = -1;  // the descriptor of standard output as it was
};

}  // namespace unibank
