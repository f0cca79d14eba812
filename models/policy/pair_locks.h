// The lock of each pair of blocks that share scratchpad, and the bits that say when a block has released it (Jatala et
// al., sections 3, 4 and 6.2; ).
#pragma once

#include <vector>

#include "base/types.h"
#include "policy/sharing.h"

namespace unibank {

// One lock a pair: free, or held by one of its two slots.
class PairLocks {
 public:
  static constexpr int kFree = -1;

  void reset(const BlockSharing& sharing);
  void start(unsigned slot);
  // Gives the lock to the slot if it is free. Whether the slot has it now.
  bool take(unsigned slot);
  // The block needs the shared part no more. Whether that gave up the lock.
  bool release(unsigned slot);
  // The block has ended. If it still holds the lock, its partner gets it, unless that has released or is not there.
  // Whether the partner got it.
  bool finish(unsigned slot);

  int holder(unsigned pair) const { return holders_[pair]; }
  bool holds(unsigned slot) const { return holder(sharing_.pair(slot)) == static_cast<int>(slot); }
  bool released(unsigned slot) const { return blocks_[slot].released; }
  // Of the pair's blocks that may still want the lock, the one that started first.
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

// An active and a release bit for each thread. A block has released when each thread that has not ended has.
class ReleaseBits {
 public:
  void reset(unsigned block_slots, unsigned warps_per_block, unsigned threads_per_block);
  void start(unsigned slot);
  // Lanes of a warp execute relssp, or only `live` are left of them. Whether the warp's block has now released. A block
  // without a thread has ended, which is not the same.
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
