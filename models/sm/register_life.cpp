#include "sm/register_life.h"

#include <algorithm>

namespace unibank {

void RegisterLife::reset(const Layout& layout, Cycle start) {
  layout_ = layout;
  live_registers_.assign(layout.warps, {});
  newest_.resize(std::max(newest_.size(), std::size_t{layout.warps} * kMaxRegisters));
  live_ = allocated_ = 0;
  accounted_until_ = start;
}

void RegisterLife::block_started(unsigned warps, Cycle now) {
  account(now);
  allocated_ += std::uint64_t{warps} * layout_.registers_per_thread;
}

void RegisterLife::block_finished(unsigned warps, Cycle now) {
  account(now);
  allocated_ -= std::uint64_t{warps} * layout_.registers_per_thread;
}

void RegisterLife::warp_ended(unsigned warp, Cycle now) {
  account(now);
  live_ -= live_registers_[warp].count();
  live_registers_[warp].reset();
}

void RegisterLife::written(const InFlight& instruction, Cycle now) {
  account(now);
  for (const std::uint16_t number : instruction.decoded->results) set(instruction.warp, number, true);
}

void RegisterLife::set(unsigned warp, unsigned number, bool live) {
  auto one = live_registers_[warp][place(number)];
  live_ += live;
  live_ -= one;
  one = live;
}

}  // namespace unibank
