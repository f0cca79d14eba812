// One launch in the executor's form, without the host's names.
#pragma once

#include <cstdint>
#include <vector>

#include "base/dim3.h"

namespace unibank {

struct LaunchShape {
  Dim3 grid, block;
  unsigned dynamic_scratchpad_bytes = 0;
  unsigned scratchpad_unit = 1;         // bytes; a block is allocated a multiple of it: %total_smem_size
  std::vector<std::uint8_t> arguments;  // the parameter block
  unsigned sm = 0, sms = 1;             // %smid, %nsmid
  std::uint64_t number = 0;             // the number of earlier launches: %gridid
  bool cooperative = false;             // all blocks are resident at once, and may wait for each other
  std::uint64_t grid_workspace = 0;     // its address, in device memory, for a cooperative launch: %envreg1 and
                                        // %envreg2
  bool warn_out_of_bounds = false;      // accesses outside of every allocation are counted instead of a RunError
};

}  // namespace unibank
