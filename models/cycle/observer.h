// An observer of an Sm, which changes nothing. Without one there is no cost.
#pragma once

#include "base/types.h"

namespace unibank {

class SmObserver {
 public:
  virtual ~SmObserver() = default;
  // In this cycle a row of registers is read or written: this bank of each cluster whose bit is set.
  virtual void register_row(unsigned clusters, unsigned bank, bool write) = 0;
  // A row of scratchpad or cache, through a port of the crossbar; `bank` is BankRow::bank. In the unified design a
  // port's first banks are its cluster's.
  virtual void memory_row(unsigned port, unsigned bank, bool write) = 0;
  virtual void tag_lookup(bool hit) = 0;
  // The lookup of an atomic, which counts neither as a hit nor as a miss.
  virtual void atomic_lookup() {}
  // Entries of the MSHR may have been allocated or have ended, in a cycle in which the Sm may sleep.
  virtual void mshr_changed() {}
  // The Sm has finished this cycle.
  virtual void end_of_cycle() = 0;
};

}  // namespace unibank
