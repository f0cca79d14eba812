// The warning about a window in which nothing was recorded.
#pragma once

#include <string>

#include "base/types.h"

namespace unibank::wave {

inline std::string late_window(Cycle end, Cycle from) {
  return "the run ended in cycle " + std::to_string(end) + ", the window begins in cycle " + std::to_string(from);
}

}  // namespace unibank::wave
