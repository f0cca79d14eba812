// Results so far of the comparison of a block with another one, or with rules.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "base/types.h"

namespace unibank {

struct Comparison {
  std::string module, block;  // "gpu.sm0.tag_array", "tag_array.sv"
  bool by_cycles = false;     // a response in another cycle than the native block's would have ended the run, unless
                              // its request had to wait before the block took it
  std::uint64_t answers = 0;  // responses compared
  std::uint64_t late = 0;     // responses in a later cycle than the native block's, such waits included
  Cycle late_cycles = 0;      // sum of their delays
  Cycle most = 0;             // the longest delay

  // A response in cycle `now`; the native block's is due in `due`.
  void add(Cycle now, Cycle due) {
    ++answers;
    if (now <= due) return;
    ++late;
    late_cycles += now - due;
    most = std::max(most, now - due);
  }
};

}  // namespace unibank
