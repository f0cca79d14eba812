// Who wrote a byte: one instruction of one SM, as a number. Of two writes of a machine the later one in the order of
// issue (cycle, SM, turn of the scheduler) has the larger order, so that a wrong version of a byte is seen even where the values
// happen to be equal.
#pragma once

#include <cstdint>
#include <string>

#include "base/types.h"

namespace unibank {

using Writer = std::uint64_t;

// Nothing in the launch so far: what the host left there.
constexpr Writer kNoWriter = 0;

// A writer's cycle is below this one.
constexpr Cycle kWritersEnd = 0xffffffff;

// RunError: this cycle has no number among writers.
[[noreturn]] void refuse_writer_of(Cycle cycle);

// 32 bits of cycle, 8 of the SM, 2 of the turn that its scheduler had in the cycle, 6 of the warp, 16 of the instruction. A kernel with more
// instructions has some of them named wrongly in messages, nothing else.
inline Writer make_writer(Cycle cycle, unsigned sm, unsigned turn, unsigned warp, unsigned pc) {
  if (cycle >= kWritersEnd) refuse_writer_of(cycle);
  return (cycle + 1) << 32 | static_cast<Writer>(sm & 0xff) << 24 | static_cast<Writer>(turn & 3) << 22 |
         static_cast<Writer>(warp & 0x3f) << 16 | (pc & 0xffff);
}
inline std::uint64_t order_of(Writer writer) { return writer >> 22; }
inline unsigned sm_of(Writer writer) { return static_cast<unsigned>(writer >> 24 & 0xff); }
inline unsigned warp_of(Writer writer) { return static_cast<unsigned>(writer >> 16 & 0x3f); }
inline unsigned pc_of(Writer writer) { return static_cast<unsigned>(writer & 0xffff); }
inline Cycle cycle_of(Writer writer) { return (writer >> 32) - 1; }

// "SM 3, warp 5, cycle 120, instruction 17 of its kernel", or "what was there before".
std::string describe(Writer writer);

}  // namespace unibank
