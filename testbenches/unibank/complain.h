// A message of the program on standard error.
#pragma once

#include <cstdio>
#include <string>

#include "base/printable.h"
#include "report/run_result.h"

namespace unibank {

// `kind`: "error" or "warning". Control characters are shown, not sent to the terminal.
inline void complain(const char* kind, const std::string& what) {
  std::fprintf(stderr, "unibank: %s: %s\n", kind, printable_lines(what).c_str());
}

// Prints the warning, unless it is empty, and stores it in the result.
inline void add_warning(const std::string& warning, RunResult& result) {
  if (warning.empty()) return;
  complain("warning", result.design + ": " + warning);
  result.warnings.push_back(warning);
}

}  // namespace unibank
