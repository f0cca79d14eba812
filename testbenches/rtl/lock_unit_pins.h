// The Verilated lock unit and warp priority as plain C++: their pins, and the sizes that they were built with. Know no
// SystemC.
#pragma once

#include <cstdint>
#include <memory>

#include "policy/scratchpad_gate.h"
#include "policy/warp_order.h"

class Vlock_unit;
class Vwarp_priority;
class VerilatedContext;

namespace unibank::rtl {

class LockUnitPins {
 public:
  static constexpr unsigned kSlots = 32, kWarps = 64;  // parameters of lock_unit.sv
  static constexpr unsigned kFaults = 12;
  enum class Operation { kStart = 1, kFinish, kAsk, kRelease, kEnded };

  explicit LockUnitPins(unsigned fault = 0);
  ~LockUnitPins();

  void reset(const GateLaunch& launch, bool older_owns);

  // What the unit says to an operation, before the edge that carries it out.
  struct Answer {
    bool open = false, asks_lock = false, takes = false, releases = false, gives_up = false, hands_over = false;
  };
  Answer operate(Operation operation, unsigned slot, unsigned warp = 0, LaneMask lanes = 0, std::uint64_t highest = 0);

  unsigned rank(unsigned slot) const;
  bool held(unsigned pair) const;
  bool held_by_upper(unsigned pair) const;

 private:
  void edge();

  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vlock_unit> top_;
};

class WarpPriorityPins {
 public:
  static constexpr unsigned kWarps = 64;  // parameter of warp_priority.sv
  static constexpr unsigned kFaults = 4;

  WarpPriorityPins(bool unshared_first, unsigned fault = 0);
  ~WarpPriorityPins();
  // Of `warps`; -1: none is ready.
  int pick(const WarpView& view, unsigned warps);

 private:
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vwarp_priority> top_;
};

}  // namespace unibank::rtl
