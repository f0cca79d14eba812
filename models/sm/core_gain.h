// Whether several cores are faster than one: counted in instructions, so that every run makes the same decisions.
#pragma once

#include <cstdint>

#include "base/types.h"

namespace unibank {

class CoreGain {
 public:
  // For a period of kCyclesAlike cycles Sms run either concurrently or one by one, because a change between these moves
  // their state between caches. The instructions issued in a period decide how the next one runs; a few cycles one by
  // one decide the first.
  static constexpr unsigned kCyclesAlike = 2048, kFirstCycles = 256;
  // The least number of instructions in kCyclesAlike cycles that the other threads must execute in place of the busiest
  // one. Measured.
  static constexpr unsigned kLeastGain = kCyclesAlike * 3 / 4;

  // `least`: as kLeastGain; 0: several cores always.
  explicit CoreGain(unsigned least = kLeastGain) : least_(least), shares_(least == 0) {}

  // Whether the Sms run concurrently in the current cycle.
  bool shares() const { return shares_; }
  // A cycle has ended: the instructions that it issued, and those of the busiest thread.
  void count(unsigned issued, unsigned of_busiest) {
    gain_ += issued - of_busiest;
    if (--left_ != 0) return;
    shares_ = gain_ * kCyclesAlike >= std::uint64_t{least_} * cycles_alike_;
    left_ = cycles_alike_ = kCyclesAlike;
    gain_ = 0;
  }

 private:
  unsigned least_;
  bool shares_;
  unsigned left_ = kFirstCycles, cycles_alike_ = kFirstCycles;  // cycles of the current period: the remaining, and all
  std::uint64_t gain_ = 0;                                      // in the current period so far
};

}  // namespace unibank
