// Whether blocks that share scratchpad keep out of each other's way (run.check_scratchpad): in the shared part a block
// reads nothing but what it has written there itself, since it started or since it last gave that part up.
//
// Each byte of the SM's scratchpad, as the address map lays the blocks out, is known by who wrote it last: the number
// of a block's stay, from 1; 0: nobody in this launch. Instructions count when they issue: they execute then, and reach
// the banks in that order. Plain C++; costs nothing while off.
#pragma once

#include <cstdint>
#include <vector>

#include "policy/sharing.h"
#include "warp/warp_instruction.h"

namespace unibank {

class ScratchpadCheck {
 public:
  void reset(const PairLayout& layout);
  void block_started(unsigned slot) { stays_[slot] = ++stay_; }
  // The block needs the shared part no more; what it has written there is no longer its own.
  void released(unsigned slot) { stays_[slot] = ++stay_; }
  // A scratchpad instruction of a block issues. RunError when it reads what its block has not written.
  void issued(unsigned slot, const WarpInstruction& instruction);

 private:
  void read(unsigned slot, std::uint64_t offset, const WarpInstruction& instruction);
  void write(unsigned slot, std::uint64_t offset) { writer(slot, offset) = stays_[slot]; }
  std::uint64_t& writer(unsigned slot, std::uint64_t offset);

  PairLayout layout_;
  std::vector<std::uint64_t> writers_;  // [byte]
  std::vector<std::uint64_t> stays_;    // [slot]
  std::uint64_t stay_ = 0;
};

}  // namespace unibank
