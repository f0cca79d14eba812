// The beginning of the message about a launch that makes no progress, from an Sm or from the machine.
#pragma once

#include <string>

#include "base/input_error.h"
#include "base/types.h"

namespace unibank {

// While memory has requests, the limit is so many times longer: memory may be slow.
constexpr Cycle kSlowMemory = 10;

// The error of an Sm that makes no progress. The machine first asks its blocks that are compared whether one of them is
// the cause (Compared::no_progress).
class NoProgress : public RunError {
 public:
  using RunError::RunError;
};

inline std::string without_progress(Cycle cycles) {
  return "no instruction has issued and no response has come for " + std::to_string(cycles) +
         " cycles (run.no_progress_cycles); ";
}

}  // namespace unibank
