// When each predicate of a warp was written last. With `sm.condition_latency` a branch waits for its condition for a
// time that begins when the predicate is written, so a comparison long before its branch costs the branch nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/types.h"
#include "warp/warp_instruction.h"

namespace unibank {

class ConditionTimes {
 public:
  // `latency`: cycles from the write of a predicate until a branch knows it; 0: nothing is kept.
  explicit ConditionTimes(unsigned latency) : latency_(latency) {}

  void reset(unsigned warps) {
    if (latency_ != 0) written_.assign(warps, {});
  }
  void written(unsigned warp, std::uint64_t predicates, Cycle now) {
    if (latency_ == 0) return;
    for (; predicates != 0; predicates &= predicates - 1)
      written_[warp][static_cast<unsigned>(__builtin_ctzll(predicates))] = now;
  }
  // Cycles from `now` until a branch of the warp knows all of these predicates.
  unsigned wait(unsigned warp, std::uint64_t predicates, Cycle now) const {
    if (latency_ == 0) return 0;
    Cycle known = now;
    for (; predicates != 0; predicates &= predicates - 1) {
      const Cycle at = written_[warp][static_cast<unsigned>(__builtin_ctzll(predicates))];
      if (at != 0) known = std::max(known, at + latency_);
    }
    return static_cast<unsigned>(known - now);
  }

 private:
  unsigned latency_;
  std::vector<std::array<Cycle, kMaxPredicates>> written_;  // [warp]: the cycle of the last write; 0: none
};

}  // namespace unibank
