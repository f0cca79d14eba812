// Results on standard output: `--json -` and `--csv -`.
#pragma once

#include <string>

namespace unibank {

inline const std::string kStandardOutput = "-";  // an output of this name is standard output

// While this object exists, the program and its processes print to standard error instead of standard output, so that
// standard output has a single result. Create it before processes are forked.
class ResultOnly {
 public:
  // Does nothing unless `wanted`. Throws RunError when the system has no more file descriptors.
  explicit ResultOnly(bool wanted);
  ~ResultOnly();
  ResultOnly(const ResultOnly&) = delete;
  ResultOnly& operator=(const ResultOnly&) = delete;

  // Writes the result to standard output. Throws RunError if it is closed or the disk is full.
  void write(const std::string& text);

 private:
  int result_ = -1;  // the original descriptor of standard output
};

}  // namespace unibank
