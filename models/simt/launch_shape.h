// One launch as the executor sees it, without the host's names.
#pragma once

#include <cstdint>
#include <vector>

#include "base/dim3.h"

namespace unibank {

struct LaunchShape {
  Dim3 grid, block;
  unsigned dynamic_scratchpad_bytes = 0;
  std::vector<std::uint8_t> arguments;  // the parameter block
  unsigned sm = 0, sms = 1;             // %smid, %nsmid
};

}  // namespace unibank
