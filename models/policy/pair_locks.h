// The lock of each pair of blocks that share scratchpad, and the bits that record a block's release (Jatala et
// al., sections 3, 4 and 6.2; ).
#pragma once

#include <vector>

#include "base/types.h"
#include "policy/sharing.h"

namespace unibank {

// One lock per pair: free, or held by one of its two slots.
class PairLocks {
 public:
  static constexpr int kFree = -1;

  void reset(const BlockSharing& sharing);
  void start(unsigned slot);
  // Gives the lock to the slot if it is free. Returns whether the slot has it now.
  bool take(unsigned slot);
  // The block no longer needs the shared part. Returns whether that released the lock.
  bool release(unsigned slot);
  // The block has ended. If it still holds the lock, its partner gets it, unless the partner has released or is absent.
  // Returns whether the partner got it.
  bool finish(unsigned slot);

  int holder(unsigned pair) const { return holders_[pair]; }
  bool holds(unsigned slot) const { return holder(sharing_.pair(slot)) == static_cast<int>(slot); }
  bool released(unsigned slot) const { return blocks_[slot].released; }
  // Whether the slot's block started first among the blocks of its pair that may still need the lock.
  bool older(unsigned slot) const;

 private:
  struct Block {
    bool resident = false, released = false;
    std::uint64_t started = 0;
  };
  bool may_own(unsigned slot) const { return blocks_[slot].resident && !blocks_[slot].released; }

  BlockSharing sharing_;
  std::vector<int> holders_;
  std::vector<Block> blocks_;
  std::uint64_t starts_ = 0;
};

// An active and a release bit for each thread. A block has released when all of its threads that have not ended have
// released.
class ReleaseBits {
 public:
  void reset(unsigned block_slots, unsigned warps_per_block, unsigned threads_per_block);
  void start(unsigned slot);
  // execute(): lanes of a warp execute relssp. keep(): only the lanes `live` of a warp are left. Both return whether
  // the warp's block has now released. A block without threads has ended, which is not a release.
  bool execute(unsigned warp, LaneMask lanes);
  bool keep(unsigned warp, LaneMask live);
  unsigned slot_of(unsigned warp) const { return warp / warps_per_block_; }

 private:
  struct Warp {
    LaneMask active = 0, released = 0;
  };
  bool complete(unsigned slot) const;

  unsigned warps_per_block_ = 1, threads_per_block_ = kWarpSize;
  std::vector<Warp> warps_;
};

}  // namespace unibank
