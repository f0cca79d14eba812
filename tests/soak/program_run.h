// Runs a program as a child process with a time limit; tells how it ended and what it printed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace unibank::test {

struct ProgramRun {
  enum class End { kStatus, kSignal, kTooLong, kHangs };
  End end = End::kStatus;
  int number = 0;   // the status, or the signal
  std::string err;  // its standard error
};

// `command[0]` is a path. A process that uses more than `seconds` of processor time takes too long. A program hangs if
// within ten times as many seconds of real time its processes use less than a hundredth of that: on a loaded machine a
// run may get little more.
ProgramRun run_program(const std::vector<std::string>& command, const std::filesystem::path& folder, unsigned seconds);

}  // namespace unibank::test
