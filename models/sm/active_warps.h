// Which resident warps may issue under the throttle's limits on blocks and warps. Plain C++.
#pragma once

#include <vector>

#include "policy/throttle.h"
#include "policy/warp_order.h"

namespace unibank {

class ActiveWarps {
 public:
  void reset(Throttle& throttle, const ThrottleLaunch& launch, Cycle start);
  void block_started(unsigned slot) { order_.push_back(slot); }
  void block_finished(unsigned slot);

  // The cycle in which update() is due; kNever: none.
  Cycle next_update() const { return next_update_; }
  // Queries the throttle again; `window` covers the cycles since the last call or the start of the launch.
  void update(const ThrottleWindow& window, Cycle now);

  bool limits() const { return limit_.blocks != ActiveLimit::kAll || limit_.warps != ActiveLimit::kAll; }
  // The resident warps of a scheduler that may not issue.
  WarpSet held(const WarpView& view) const;

 private:
  Throttle* throttle_ = nullptr;
  ActiveLimit limit_;
  Cycle window_ = 0, next_update_ = kNever;
  std::vector<unsigned> order_;  // slots of the resident blocks, the oldest first
};

}  // namespace unibank
