// The writer of a byte: one instruction of one SM, as a number. Of two writes on a machine, the later one in the order
// of issue (cycle, SM, turn of the scheduler) has the larger number. The writer shows that a byte has the wrong version
// even if the values are equal.
#pragma once

#include <cstdint>
#include <string>

#include "base/types.h"

namespace unibank {

using Writer = std::uint64_t;

// No instruction of the launch has written the byte so far: it has the host's data.
constexpr Writer kNoWriter = 0;

// The cycle of every writer is below this cycle.
constexpr Cycle kWritersEnd = 0xffffffff;

// Throws RunError: the cycle is too large for a writer's number.
[[noreturn]] void refuse_writer_of(Cycle cycle);

// The number has 32 bits for the cycle, 8 for the SM, 2 for the scheduler's turn in the cycle, 8 for the warp (an SM
// has at most 256) and 14 for the instruction. In a kernel with more than 2^14 instructions, messages show wrong
// numbers for some instructions; there is no other effect.
inline Writer make_writer(Cycle cycle, unsigned sm, unsigned turn, unsigned warp, unsigned pc) {
  if (cycle >= kWritersEnd) refuse_writer_of(cycle);
  return (cycle + 1) << 32 | static_cast<Writer>(sm & 0xff) << 24 | static_cast<Writer>(turn & 3) << 22 |
         static_cast<Writer>(warp & 0xff) << 14 | (pc & 0x3fff);
}
inline std::uint64_t order_of(Writer writer) { return writer >> 22; }
inline unsigned sm_of(Writer writer) { return static_cast<unsigned>(writer >> 24 & 0xff); }
inline unsigned warp_of(Writer writer) { return static_cast<unsigned>(writer >> 14 & 0xff); }
inline unsigned pc_of(Writer writer) { return static_cast<unsigned>(writer & 0x3fff); }
inline Cycle cycle_of(Writer writer) { return (writer >> 32) - 1; }

// "SM 3, warp 5, cycle 120, instruction 17 of its kernel", or "no instruction of this launch".
std::string describe(Writer writer);

}  // namespace unibank
