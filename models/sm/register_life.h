// Which registers of the resident warps hold a value that may still be read, summed over time (Jing et al. 2016, figure
// 1): unallocated registers are static holes, allocated dead ones are dynamic holes.
//
// A register is live from the cycle in which its value is written to the cycle in which the operands of the value's
// last use have been read. A last use (StaticInstruction::dead_after) counts when all lanes that have not ended execute
// it; a value without one, or whose last use does not count, lives until the next write or the warp's end. A cycle
// without a change costs nothing. Plain C++.
#pragma once

#include <bitset>
#include <vector>

#include "base/counters.h"
#include "sm/in_flight.h"

namespace unibank {

#define UNIBANK_REGISTER_LIFE_COUNTERS(counter) \
  counter(capacity_cycles, "registers.capacity_cycles", "registers x cycles", \
          "of warps that fit in the register file") \
  counter(allocated_cycles, "registers.allocated_cycles", "registers x cycles", \
          "allocated to resident warps; less than the capacity: static holes") \
  counter(live_cycles, "registers.live_cycles", "registers x cycles", \
          "with a value that may still be read; less than allocated: dynamic holes")
UNIBANK_COUNTERS(RegisterLifeCounters, "sm.register_life", UNIBANK_REGISTER_LIFE_COUNTERS);

class RegisterLife {
 public:
  struct Layout {
    unsigned warps = 0, registers_per_thread = 0;  // the registers that a warp always holds
    unsigned capacity = 0;       // warp registers that fit in the storage
    // True: the kernel names more registers than it gets (kernel.registers_per_thread), so that registers share rows.
    // Deaths are then unknown, and no last use counts.
    bool shared = false;
  };

  // A new launch, whose first cycle is `start`.
  void reset(const Layout& layout, Cycle start);

  void block_started(unsigned warps, Cycle now);
  void block_finished(unsigned warps, Cycle now);
  // Warps have acquired registers for a time, or (if negative) released them.
  void acquired(int registers, Cycle now) {
    account(now);
    allocated_ += static_cast<std::uint64_t>(std::int64_t{registers});
  }
  // The warp has ended and has no outstanding accesses.
  void warp_ended(unsigned warp, Cycle now);

  // To be called in the order of issue: the instruction's results are the newest values of their registers.
  void issued(const InFlight& instruction) {
    for (const std::uint16_t number : instruction.decoded->results) {
      newest(instruction.warp, number) = instruction.sequence;
    }
  }
  // The instruction's results are written.
  void written(const InFlight& instruction, Cycle now);
  // All operands of the instruction have been read: calls dead(number) for each register that is dead from now on. A
  // register is skipped when a later instruction that writes it has already issued: the value may be the new one.
  template <typename Dead>
  void operands_read(const InFlight& instruction, Cycle now, Dead&& dead) {
    if (instruction.decoded->dead_after.empty() || layout_.shared || !instruction.covers_live()) return;
    account(now);
    for (const std::uint16_t number : instruction.decoded->dead_after) {
      if (newest(instruction.warp, number) > instruction.sequence) continue;
      set(instruction.warp, number, false);
      dead(number);
    }
  }

  // Adds the cycles before `until` to the sums.
  void account(Cycle until) {
    if (until == accounted_until_) return;
    const Cycle cycles = until - accounted_until_;
    counters_.capacity_cycles += layout_.capacity * cycles;
    counters_.allocated_cycles += allocated_ * cycles;
    counters_.live_cycles += live_ * cycles;
    accounted_until_ = until;
  }

  bool is_live(unsigned warp, unsigned number) const { return live_registers_[warp][place(number)]; }
  unsigned live() const { return static_cast<unsigned>(live_); }
  const RegisterLifeCounters& counters() const { return counters_; }  // of all launches

 private:
  // Maps a number above the allocated registers to one of them, as the register store does.
  unsigned place(unsigned number) const { return layout_.shared ? number % layout_.registers_per_thread : number; }
  std::uint64_t& newest(unsigned warp, unsigned number) {
    return newest_[std::size_t{warp} * kMaxRegisters + place(number)];
  }
  void set(unsigned warp, unsigned number, bool live);

  Layout layout_;
  std::vector<std::bitset<kMaxRegisters>> live_registers_;  // [warp]
  // [warp x kMaxRegisters + register]: the last issued instruction that writes it. Values of earlier launches are older
  // than any instruction.
  std::vector<std::uint64_t> newest_;
  std::uint64_t live_ = 0, allocated_ = 0;
  Cycle accounted_until_ = 0;
  RegisterLifeCounters counters_;
};

}  // namespace unibank
