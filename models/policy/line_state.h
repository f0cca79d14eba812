// What a line of an SM's array holds: the state bits of its tag (TagWay::state). The four states are Jing 2016's,
// section III-D2: inactive, reg, cache, dirty. LRU-fair has valid and dirty bits for both kinds: a register is
// clean there once it has been fetched again; and that it is dead is marked for statistics.
#pragma once

#include <cstdint>

namespace unibank {

enum LineState : std::uint8_t {
  kInactiveLine = 0,  // nothing that is still wanted
  kRegisterLine = 1,  // a warp register, written since it was allocated or fetched
  kCleanLine = 2,     // of the cache, as in memory
  kDirtyLine = 3,     // of the cache, stored to since
};

// Beside kRegisterLine: memory has it at its reg-mem address; nobody reads it any more.
constexpr std::uint8_t kCleanBit = 4, kDeadBit = 8;
constexpr std::uint8_t kCleanRegister = kRegisterLine | kCleanBit;

constexpr bool is_register(std::uint8_t state) { return (state & 3) == kRegisterLine; }
// Memory does not have what the line holds: it has to be written there before another line takes the way.
constexpr bool is_unwritten(std::uint8_t state) {
  return (state & 3) == kDirtyLine || (is_register(state) && !(state & kCleanBit));
}

}  // namespace unibank
