// Inverse occupancy: the resources of a thread for a given number of resident blocks, called a level.
// Computed by the design's own partition policy, so a launch gets the results shown here.
#pragma once

#include <memory>

#include "design/design.h"
#include "policy/partition.h"

namespace unibank {

// The storage of one thread.
struct ThreadStorage {
  unsigned registers = 0;  // 32-bit
  unsigned slots = 0;      // of 4 bytes in the block's scratchpad, after the kernel's own variables
};

class Levels {
 public:
  // `kernel`: its launch's storage needs without a register limit. A thread gets at most `most` registers,
  // and at least `least` or as many as the kernel needs, whichever is less. Throws InputError when not even one block
  // of the kernel is resident.
  Levels(const Design& design, KernelNeeds kernel, unsigned least, unsigned most);

  // Resident blocks of the unchanged kernel, with at most `most` registers.
  unsigned original() const { return original_; }
  // The most blocks with which a thread has `least` registers; the kernel's own scratchpad is not reduced.
  unsigned most() const { return most_; }
  // The most registers with which this many blocks are resident (original() or fewer: those of the unchanged kernel),
  // then the most slots that change neither that number nor the number of blocks with unshared scratchpad
  // (policy/sharing.h). `level` from 1 to most().
  ThreadStorage storage(unsigned level) const;
  // Whether this many blocks of the kernel with these needs are resident, by the same rule.
  bool holds(const KernelNeeds& needs, unsigned level) const;
  unsigned block_threads() const { return kernel_.threads_per_block; }

 private:
  struct Blocks {
    unsigned resident = 0, added = 0;  // added: those of them that scratchpad sharing adds
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
