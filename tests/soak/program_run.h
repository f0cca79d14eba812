// A program as a process of its own, with an end: how it ended, and what it said.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace unibank::test {

struct ProgramRun {
  enum class End { kStatus, kSignal, kTooLong, kHangs };
  End end = End::kStatus;
  int number = 0;   // the status, or the signal
  std::string err;  // what it wrote on standard error
};

// `command[0]` is a path. A process of it that takes so many seconds of processor time is too long; when none has in
// ten times as many seconds, it hangs.
ProgramRun run_program(const std::vector<std::string>& command, const std::filesystem::path& folder, unsigned seconds);

}  // namespace unibank::test
