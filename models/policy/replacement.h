// Chooses the victim of a full set. Part of a line policy, or of a register store whose registers are lines among those
// of the cache.
#pragma once

#include <cstdint>

namespace unibank {

struct TagWay {
  std::uint64_t address = 0;  // address of the line, a multiple of kLineBytes
  std::uint64_t used = 0;     // a counter that never repeats; smaller = less recently used
  std::uint8_t state = 0;     // four bits that only the user of the array interprets (line_state.h)
  bool valid = false;
};

// The way of a full set that a line with `state` may take; negative: none, the line is not entered.
class Replacement {
 public:
  virtual ~Replacement() = default;
  virtual int victim(const TagWay* ways, unsigned count, std::uint8_t state) const = 0;
  // Whether the entering line `address` is at once the least recently used one.
  virtual bool enters_oldest(std::uint64_t /*address*/) const { return false; }
};

// True least recently used, independent of the states.
class LeastRecentlyUsed : public Replacement {
 public:
  int victim(const TagWay* ways, unsigned count, std::uint8_t /*state*/) const override {
    unsigned oldest = 0;
    for (unsigned way = 1; way < count; ++way) {
      if (ways[way].used < ways[oldest].used) oldest = way;
    }
    return static_cast<int>(oldest);
  }
};

}  // namespace unibank
