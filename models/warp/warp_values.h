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

  // sources[i]: value of StaticInstruction::sources[i] before the instruction. results[i]: value of
  // StaticInstruction::results[i] after the instruction. A 64-bit value has two entries, its low and its high word.
  // Values of less than 32 bits are extended as in the register file.
  std::vector<Register> sources, results;
  // wide_sources[i]: sources[i] is a word of a 64-bit register; results likewise.
  std::vector<bool> wide_sources, wide_results;
  // Lanes with new results: the active lanes, and, with run.out_of_bounds = warn, the lanes whose address is outside of
  // every allocation, which read 0.
  LaneMask result_lanes = 0;
  // Bytes in memory, for active lanes of memory instructions: StaticInstruction::bytes_per_lane bytes per lane, in the
  // order of the lane's elements. A load has `read`, a store `written`. An atomic has the old value in `read` and the
  // new one in `written`; its lanes execute one after the other, the lowest first. For stores of several lanes to one
  // address, each lane has its own value.
  Bytes read{}, written{};
};

}  // namespace unibank
