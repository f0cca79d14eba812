#include "rtl/lock_unit_pins.h"

#include <algorithm>

#include "Vlock_unit.h"
#include "Vwarp_priority.h"
#include "cosim/verilated_context.h"

namespace unibank::rtl {

LockUnitPins::LockUnitPins(unsigned fault)
    : context_(make_context()), top_(std::make_unique<Vlock_unit>(context_.get(), "lock_unit")) {
  top_->fault = fault;
  reset(GateLaunch(), false);
}

LockUnitPins::~LockUnitPins() { top_->final(); }

void LockUnitPins::reset(const GateLaunch& launch, bool older_owns) {
  top_->default_blocks = launch.sharing.default_blocks;
  top_->pairs = launch.sharing.pairs;
  top_->block_warps = launch.warps_per_block;
  top_->block_threads = launch.threads_per_block;
  top_->private_bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(launch.sharing.private_bytes, 0xffffffff));
  top_->older_owns = older_owns;
  top_->op = 0;
  top_->reset = 1;
  edge();
  top_->reset = 0;
  top_->eval();
}

LockUnitPins::Answer LockUnitPins::operate(Operation operation, unsigned slot, unsigned warp, LaneMask lanes,
                                           std::uint64_t highest) {
  top_->op = static_cast<unsigned>(operation);
  top_->slot = slot;
  top_->warp = warp;
  top_->lanes = lanes;
  top_->highest = static_cast<std::uint32_t>(std::min<std::uint64_t>(highest, 0xffffffff));
  top_->eval();
  const Answer answer = {top_->open != 0,     top_->asks_lock != 0, top_->takes != 0,
                         top_->releases != 0, top_->gives_up != 0,  top_->hands_over != 0};
  edge();
  top_->op = 0;
  top_->eval();
  return answer;
}

void LockUnitPins::edge() {
  top_->clk = 1;
  top_->eval();
  top_->clk = 0;
  top_->eval();
}

unsigned LockUnitPins::rank(unsigned slot) const { return static_cast<unsigned>(top_->ranks >> 2 * slot & 3); }
bool LockUnitPins::held(unsigned pair) const { return top_->held >> pair & 1; }
bool LockUnitPins::held_by_upper(unsigned pair) const { return top_->held_by_upper >> pair & 1; }

WarpPriorityPins::WarpPriorityPins(unsigned fault)
    : context_(make_context()), top_(std::make_unique<Vwarp_priority>(context_.get(), "warp_priority")) {
  top_->fault = fault;
}

WarpPriorityPins::~WarpPriorityPins() { top_->final(); }

void WarpPriorityPins::configure(bool unshared_first) { top_->unshared_first = unshared_first; }

int WarpPriorityPins::pick(const WarpView& view, unsigned warps) {
  top_->ready = view.ready;
  for (unsigned warp = 0; warp < warps; ++warp) {
    top_->ranks[warp] = view.rank[warp];
    top_->ages[warp] = view.age[warp];
  }
  top_->eval();
  return top_->any ? static_cast<int>(top_->pick) : -1;
}

}  // namespace unibank::rtl
