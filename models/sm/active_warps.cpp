#include "sm/active_warps.h"

#include <algorithm>

namespace unibank {

void ActiveWarps::reset(Throttle& throttle, const ThrottleLaunch& launch, Cycle start) {
  throttle_ = &throttle;
  order_.clear();
  limit_ = throttle.reset(launch);
  window_ = throttle.window();
  next_update_ = window_ == 0 ? kNever : start + window_;
}

void ActiveWarps::block_finished(unsigned slot) {
  order_.erase(std::find(order_.begin(), order_.end(), slot));
}

void ActiveWarps::update(const ThrottleWindow& window, Cycle now) {
  limit_ = throttle_->update(window);
  next_update_ = now + window_;
}

WarpSet ActiveWarps::held(const WarpView& view) const {
  WarpSet allowed = 0;
  const std::size_t blocks = std::min<std::size_t>(limit_.blocks, order_.size());
  for (WarpSet left = view.resident; left != 0; left &= left - 1) {
    const auto i = static_cast<unsigned>(__builtin_ctzll(left));
    const auto end = order_.begin() + static_cast<std::ptrdiff_t>(blocks);
    if (std::find(order_.begin(), end, view.block(i)) != end) allowed |= WarpSet{1} << i;
  }
  if (limit_.warps == ActiveLimit::kAll) return view.resident & ~allowed;
  // A warp at a barrier waits for the other warps of its block, so it gives its place in the active set to them.
  WarpSet candidates = allowed & ~view.at_barrier;
  WarpSet active = 0;
  for (unsigned warps = 0; warps < limit_.warps && candidates != 0; ++warps) {
    const WarpSet bit = WarpSet{1} << oldest(candidates, view.age);
    active |= bit;
    candidates &= ~bit;
  }
  return view.resident & ~active;
}

}  // namespace unibank
