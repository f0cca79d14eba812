// The beginning of the message about a launch that makes no progress, from an Sm or from the machine.
#pragma once

#include <string>

#include "base/types.h"

namespace unibank {

// While memory has requests, the limit is so many times longer: memory may be slow.
constexpr Cycle kSlowMemory = 10;

inline std::string without_progress(Cycle cycles) {
  return "no instruction has issued and no response has come for " + std::to_string(cycles) +
         " cycles (run.no_progress_cycles); ";
}

}  // namespace unibank
