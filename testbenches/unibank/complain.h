// A message of the program on standard error.
#pragma once

#include <cstdio>
#include <string>

#include "base/printable.h"

namespace unibank {

// `kind`: "error" or "warning". Control characters are shown, not sent to the terminal.
inline void complain(const char* kind, const std::string& what) {
  std::fprintf(stderr, "unibank: %s: %s\n", kind, printable_lines(what).c_str());
}

}  // namespace unibank
