// The content of a line of an SM's array: the state bits of its tag (TagWay::state). The four states are Jing 2016's,
// section III-D2: inactive, reg, cache, dirty. LRU-fair has valid and dirty bits for both kinds: under LRU-fair
// a register is clean after it has been fetched again, and a dead register is marked for statistics only.
#pragma once

#include <cstdint>

namespace unibank {

enum LineState : std::uint8_t {
  kInactiveLine = 0,  // nothing of further use
  kRegisterLine = 1,  // a warp register, written since it was allocated or fetched
  kCleanLine = 2,     // a line of the cache, equal to memory
  kDirtyLine = 3,     // a line of the cache, modified
};

// Added to kRegisterLine. kCleanBit: memory has the value at its reg-mem address. kDeadBit: the value has no further
// reads.
constexpr std::uint8_t kCleanBit = 4, kDeadBit = 8;
constexpr std::uint8_t kCleanRegister = kRegisterLine | kCleanBit;

constexpr bool is_register(std::uint8_t state) { return (state & 3) == kRegisterLine; }
// Whether memory lacks the content of the line: then the line must be written back before another one takes its way.
constexpr bool is_unwritten(std::uint8_t state) {
  return (state & 3) == kDirtyLine || (is_register(state) && !(state & kCleanBit));
}

}  // namespace unibank
