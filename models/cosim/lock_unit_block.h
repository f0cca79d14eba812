// The interfaces of a lock unit and of a warp priority in RTL to the transactors of scratchpad sharing, as plain C++.
// Know no SystemC.
#pragma once

#include <cstdint>

#include "policy/scratchpad_gate.h"
#include "policy/warp_order.h"

namespace unibank::rtl {

class LockUnitBlock {
 public:
  enum class Operation { kStart = 1, kFinish, kAsk, kRelease, kEnded };

  virtual ~LockUnitBlock() = default;
  // The size that the RTL was built with: slots of thread blocks, and warps in all slots.
  virtual unsigned most_slots() const = 0;
  virtual unsigned most_warps() const = 0;

  // Frees all locks. Called at the start of each launch.
  virtual void reset(const GateLaunch& launch, bool older_owns) = 0;

  // The unit's outputs for an operation, before the edge that executes it.
  struct Answer {
    bool open = false, asks_lock = false, takes = false, releases = false, gives_up = false, hands_over = false;
  };
  virtual Answer operate(Operation operation, unsigned slot, unsigned warp, LaneMask lanes, std::uint64_t highest) = 0;

  virtual unsigned rank(unsigned slot) const = 0;  // 0 owner, 1 shares nothing, 2 not owner
  virtual bool held(unsigned pair) const = 0;      // whether the pair's lock is held
  virtual bool held_by_upper(unsigned pair) const = 0;
};

class WarpPriorityBlock {
 public:
  virtual ~WarpPriorityBlock() = default;
  virtual unsigned most_warps() const = 0;  // warps of one scheduler
  // Called once, before the first pick().
  virtual void configure(bool unshared_first) = 0;
  // The number of a warp below `warps`; -1: none is ready.
  virtual int pick(const WarpView& view, unsigned warps) = 0;
};

}  // namespace unibank::rtl
