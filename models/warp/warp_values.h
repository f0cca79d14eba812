// The values that one instruction of a warp has read and written, in registers and in memory.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/types.h"

namespace unibank {

struct WarpValues {
  using Register = std::array<std::uint32_t, kWarpSize>;                // a 32-bit register of every lane
  using Bytes = std::array<std::array<std::uint8_t, 16>, kWarpSize>;  // [lane][byte of its access]

  // sources[i]: value of StaticInstruction::sources[i] before the instruction; results[i]: of ::results[i] after it,
  // the low or the high word of a 64-bit value. Values of less than 32 bits are extended as in the register file.
  std::vector<Register> sources, results;
  // Lanes with new results: the active ones, and those disabled because their address is outside of every allocation
  // where that is no error (run.out_of_bounds = warn): they read 0.
  LaneMask result_lanes = 0;
  // Of active lanes of memory instructions, StaticInstruction::bytes_per_lane bytes each in the order of the lane's
  // elements. A load has `read`, a store `written`. For atomics `read` is the old value of the lane and `written` the
  // new one, lane after lane, lowest first; for stores to one address each lane has its own value.
  Bytes read{}, written{};
};

}  // namespace unibank
