// Which line of a full set has to go. Part of a line policy, or of a register store where registers are lines among those
// of the cache.
#pragma once

#include <cstdint>

namespace unibank {

struct TagWay {
  std::uint64_t address = 0;  // of the line, a multiple of kLineBytes
  std::uint64_t used = 0;     // a counter that never repeats; smaller = longer ago
  std::uint8_t state = 0;     // four bits that mean something to the user of the array only (line_state.h)
  bool valid = false;
};

// Which way of a full set a line with `state` may take; negative: none, the line is not entered.
class Replacement {
 public:
  virtual ~Replacement() = default;
  virtual int victim(const TagWay* ways, unsigned count, std::uint8_t state) const = 0;
  // Whether the line `address` that enters is at once the one that was used longest ago.
  virtual bool enters_oldest(std::uint64_t /*address*/) const { return false; }
};

// True least recently used, whatever the states.
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
