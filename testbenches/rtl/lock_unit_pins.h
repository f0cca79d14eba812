// The Verilated lock unit and warp priority as plain C++, without SystemC.
#pragma once

#include <memory>

#include "cosim/lock_unit_block.h"

class Vlock_unit;
class Vwarp_priority;
class VerilatedContext;

namespace unibank::rtl {

class LockUnitPins : public LockUnitBlock {
 public:
  static constexpr unsigned kSlots = 32, kWarps = 64;  // parameters of lock_unit.sv
  static constexpr unsigned kFaults = 12;  // highest number of a fault (FAULTS = 1); 0 is none

  explicit LockUnitPins(unsigned fault = 0);
  ~LockUnitPins() override;

  unsigned most_slots() const override { return kSlots; }
  unsigned most_warps() const override { return kWarps; }
  void reset(const GateLaunch& launch, bool older_owns) override;
  Answer operate(Operation operation, unsigned slot, unsigned warp = 0, LaneMask lanes = 0,
                 std::uint64_t highest = 0) override;
  unsigned rank(unsigned slot) const override;
  bool held(unsigned pair) const override;
  bool held_by_upper(unsigned pair) const override;

 private:
  void edge();

  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vlock_unit> top_;
};

class WarpPriorityPins : public WarpPriorityBlock {
 public:
  static constexpr unsigned kWarps = 64;  // parameter of warp_priority.sv
  static constexpr unsigned kFaults = 4;

  explicit WarpPriorityPins(unsigned fault = 0);
  ~WarpPriorityPins() override;

  unsigned most_warps() const override { return kWarps; }
  void configure(bool unshared_first) override;
  int pick(const WarpView& view, unsigned warps) override;

 private:
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vwarp_priority> top_;
};

}  // namespace unibank::rtl
