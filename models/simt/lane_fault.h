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

}  // namespace unibank::simt
