// What one instruction of a warp has read and written: in registers, and in memory.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/types.h"

namespace unibank {

struct WarpValues {
  using Register = std::array<std::uint32_t, kWarpSize>;                // a 32-bit register of every lane
  using Bytes = std::array<std::array<std::uint8_t, 16>, kWarpSize>;  // [lane][byte of its access]

  // sources[i]: StaticInstruction::sources[i] as the instruction found it; results[i]: ::results[i] as it left it, the
  // low or the high word of a value of 64 bits. Values of less than 32 bits are extended as the register file has them.
  std::vector<Register> sources, results;
  // Lanes whose results are new: the active ones, and those that were switched off because they point outside of every
  // allocation where that is no error (run.out_of_bounds = warn): they read 0.
  LaneMask result_lanes = 0;
  // Of active lanes of memory instructions, StaticInstruction::bytes_per_lane bytes each in the order of the lane's
  // elements. A load has `read`, a store `written`. Of atomics `read` is what the lane found and `written` what it
  // left, lane after lane, lowest first; of stores to one address each lane has what itself wrote.
  Bytes read{}, written{};
};

}  // namespace unibank
