// An error that a handler finds.
#pragma once

#include <string>

#include "base/types.h"

namespace unibank::simt {

// Thrown by a handler when lanes cannot go on; the stream adds kernel, line, block and thread.
struct LaneFault {
  LaneMask lane = 0;
  std::string what;
};

// Where a fault of this kind is no error: the lanes that had it, and what was wrong with the first.
struct OutsideLanes {
  LaneMask lanes = 0;
  std::string first;
};

}  // namespace unibank::simt
