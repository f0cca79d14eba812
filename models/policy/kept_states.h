// Evicts the least recently used line, except lines of some states, which are never evicted. A tag array in RTL can
// implement this rule.
#pragma once

#include "policy/replacement.h"

namespace unibank {

class KeptStates : public Replacement {
 public:
  // Bit s of `kept`: lines of state s are never evicted.
  explicit KeptStates(std::uint16_t kept) : kept_(kept) {}
  std::uint16_t kept() const { return kept_; }

  int victim(const TagWay* ways, unsigned count, std::uint8_t /*state*/) const override {
    int oldest = -1;
    for (unsigned way = 0; way < count; ++way) {
      if (kept_ >> ways[way].state & 1) continue;
      if (oldest < 0 || ways[way].used < ways[oldest].used) oldest = static_cast<int>(way);
    }
    return oldest;
  }

 private:
  const std::uint16_t kept_;
};

}  // namespace unibank
