// Occupancy the other way round: what a thread may have so that a number of blocks are resident. A level is that
// number. Asked of the design's own partition policy, so that what is promised here is what a launch gets.
#pragma once

#include <memory>

#include "design/design.h"
#include "policy/partition.h"

namespace unibank {

// Of one thread.
struct ThreadStorage {
  unsigned registers = 0;  // 32-bit
  unsigned slots = 0;      // of 4 bytes in the block's scratchpad, behind what the kernel itself declares
};

class Levels {
 public:
  // `kernel`: as its launch asks for storage without any limit of registers. Threads never get fewer registers than
  // `least` or more than `most`.
  Levels(const Design& design, KernelNeeds kernel, unsigned least, unsigned most);

  // Resident blocks of the kernel as it is, with at most `most` registers. Throws InputError when there are none.
  unsigned original() const { return original_; }
  // The most blocks with which a thread has `least` registers; the scratchpad that the kernel declares stays whole.
  unsigned most() const { return most_; }
  // The most registers with which so many blocks are resident (original() or fewer: those of the kernel as it is),
  // then the most slots with which they still are, and as many of them have a scratchpad that is not shared in pairs
  // (policy/sharing.h) as without slots. `level` from 1 to most().
  ThreadStorage storage(unsigned level) const;
  // Whether so many blocks of the kernel with these needs are resident, by the same rule.
  bool holds(const KernelNeeds& needs, unsigned level) const;
  unsigned block_threads() const { return kernel_.threads_per_block; }

 private:
  struct Blocks {
    unsigned resident = 0, added = 0;  // of them, added to share another's scratchpad
    unsigned own() const { return resident - added; }
  };
  Blocks blocks(unsigned registers, unsigned slots) const;
  Blocks blocks(const KernelNeeds& needs) const;

  SmCapacity capacity_;
  std::unique_ptr<PartitionPolicy> policy_;
  KernelNeeds kernel_;
  unsigned least_registers_, most_registers_;
  unsigned original_ = 0, most_ = 0;
};

}  // namespace unibank
