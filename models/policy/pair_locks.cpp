#include "policy/pair_locks.h"

#include <algorithm>

namespace unibank {

void PairLocks::reset(const BlockSharing& sharing) {
  sharing_ = sharing;
  holders_.assign(sharing.pairs, kFree);
  blocks_.assign(sharing.resident_blocks(), Block());
  starts_ = 0;
}

void PairLocks::start(unsigned slot) { blocks_[slot] = {true, false, starts_++}; }

bool PairLocks::take(unsigned slot) {
  int& holder = holders_[sharing_.pair(slot)];
  if (holder == kFree) holder = static_cast<int>(slot);
  return holder == static_cast<int>(slot);
}

bool PairLocks::release(unsigned slot) {
  blocks_[slot].released = true;
  if (!holds(slot)) return false;
  holders_[sharing_.pair(slot)] = kFree;
  return true;
}

bool PairLocks::finish(unsigned slot) {
  blocks_[slot].resident = false;
  if (!holds(slot)) return false;
  const unsigned partner = sharing_.partner(slot);
  const bool wanted = may_own(partner);
  holders_[sharing_.pair(slot)] = wanted ? static_cast<int>(partner) : kFree;
  return wanted;
}

bool PairLocks::older(unsigned slot) const {
  const unsigned partner = sharing_.partner(slot);
  return may_own(slot) && (!may_own(partner) || blocks_[slot].started < blocks_[partner].started);
}

void ReleaseBits::reset(unsigned block_slots, unsigned warps_per_block, unsigned threads_per_block) {
  warps_per_block_ = warps_per_block;
  threads_per_block_ = threads_per_block;
  warps_.assign(block_slots * warps_per_block, Warp());
}

void ReleaseBits::start(unsigned slot) {
  for (unsigned i = 0; i < warps_per_block_; ++i) {
    const unsigned before = std::min(i * kWarpSize, threads_per_block_);
    const unsigned lanes = std::min(kWarpSize, threads_per_block_ - before);
    const LaneMask active = lanes == kWarpSize ? ~LaneMask{0} : (LaneMask{1} << lanes) - 1;
    warps_[slot * warps_per_block_ + i] = {active, 0};
  }
}

bool ReleaseBits::execute(unsigned warp, LaneMask lanes) {
  warps_[warp].released |= lanes;
  return complete(slot_of(warp));
}

bool ReleaseBits::keep(unsigned warp, LaneMask live) {
  warps_[warp].active &= live;
  return complete(slot_of(warp));
}

bool ReleaseBits::complete(unsigned slot) const {
  LaneMask any = 0, missing = 0;
  for (unsigned i = 0; i < warps_per_block_; ++i) {
    const Warp& warp = warps_[slot * warps_per_block_ + i];
    any |= warp.active;
    missing |= warp.active & ~warp.released;
  }
  return any != 0 && missing == 0;
}

}  // namespace unibank
