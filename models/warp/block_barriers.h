// The 16 barriers of a block: which warps have arrived, which wait, and which barrier opens. Executor and SM each have
// an object of this class per block.
#pragma once

#include <array>
#include <cstdint>

#include "warp/warp_instruction.h"

namespace unibank {

constexpr unsigned kBarriers = 16;

class BlockBarriers {
 public:
  using Warps = std::uint64_t;  // bit = a warp of the block

  explicit BlockBarriers(unsigned warps = 0) : running_(warps == 64 ? ~Warps{0} : (Warps{1} << warps) - 1) {}

  // A warp arrives at a barrier; if this opens it, returns the warps that waited there, including `warp` if it waits.
  Warps arrive(unsigned warp, const BarrierTurn& turn) {
    Barrier& barrier = barriers_[turn.id % kBarriers];
    barrier.arrived |= bit(warp);
    ++barrier.arrivals;
    barrier.threads = turn.threads;
    if (turn.waits) {
      barrier.waiting |= bit(warp);
      waiting_ |= bit(warp);
    }
    return open_if_complete(barrier);
  }

  // Records that a warp has ended, so no barrier waits for it any more. Returns the warps that waited only for this
  // warp.
  Warps end(unsigned warp) {
    running_ &= ~bit(warp);
    waiting_ &= ~bit(warp);
    Warps released = 0;
    for (Barrier& barrier : barriers_) {
      if (barrier.arrivals == 0) continue;
      barrier.waiting &= ~bit(warp);
      released |= open_if_complete(barrier);
    }
    return released;
  }

  // Whether every warp that has not ended waits, so no barrier can open.
  bool stuck() const { return waiting_ != 0 && waiting_ == running_; }

  unsigned arrivals(unsigned id) const { return barriers_[id].arrivals; }
  std::uint32_t threads(unsigned id) const { return barriers_[id].threads; }  // of the arrivals so far

 private:
  struct Barrier {
    Warps arrived = 0, waiting = 0;
    unsigned arrivals = 0;      // a warp that does not wait may arrive again
    std::uint32_t threads = 0;  // as in BarrierTurn
  };

  static Warps bit(unsigned warp) { return Warps{1} << warp; }

  Warps open_if_complete(Barrier& barrier) {
    const bool complete = barrier.threads == 0 ? (running_ & ~barrier.arrived) == 0
                                               : barrier.arrivals * kWarpSize >= barrier.threads;
    if (!complete) return 0;
    const Warps released = barrier.waiting;
    waiting_ &= ~released;
    barrier = Barrier();
    return released;
  }

  Warps running_ = 0, waiting_ = 0;
  std::array<Barrier, kBarriers> barriers_{};
};

}  // namespace unibank
