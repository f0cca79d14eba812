// The content of a line of an SM's array: the state bits of its tag (TagWay::state). The four states are Jing 2016's,
// section III-D2: inactive, reg, cache, dirty. LRU-fair has valid and dirty bits for both kinds: a register is
// clean there after it has been fetched again; its death is marked for statistics only.
#pragma once

#include <cstdint>

namespace unibank {

enum LineState : std::uint8_t {
  kInactiveLine = 0,  // nothing of further use
  kRegisterLine = 1,  // a warp register, written since it was allocated or fetched
  kCleanLine = 2,     // of the cache, equal to memory
  kDirtyLine = 3,     // of the cache, modified
};

// With kRegisterLine: memory has the value at its reg-mem address; the value has no further reads.
constexpr std::uint8_t kCleanBit = 4, kDeadBit = 8;
constexpr std::uint8_t kCleanRegister = kRegisterLine | kCleanBit;

constexpr bool is_register(std::uint8_t state) { return (state & 3) == kRegisterLine; }
// Memory does not have the content of the line: it must be written back before another line takes the way.
constexpr bool is_unwritten(std::uint8_t state) {
  return (state & 3) == kDirtyLine || (is_register(state) && !(state & kCleanBit));
}

}  // namespace unibank
