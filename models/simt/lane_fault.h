// An error detected by a handler.
#pragma once

#include <string>

#include "base/types.h"

namespace unibank::simt {

// Thrown by a handler when lanes cannot continue; the stream adds kernel, line, block and thread.
struct LaneFault {
  LaneMask lane = 0;
  std::string what;
};

// For faults that are not errors: the lanes concerned, and the description of the first one.
struct OutsideLanes {
  LaneMask lanes = 0;
  std::string first;
};

}  // namespace unibank::simt
