// What may watch an Sm without changing it. Nothing is told, and nothing is spent, while nobody watches.
#pragma once

#include "base/types.h"

namespace unibank {

enum class BankKind : unsigned char { kRegister, kMemory };  // memory: scratchpad or cache, through the crossbar

class SmObserver {
 public:
  virtual ~SmObserver() = default;
  // A bank is accessed in this cycle. Register banks: [cluster][bank]; memory banks: [port][BankRow::bank]. In the
  // unified design a port's first banks are its cluster's.
  virtual void bank_access(BankKind kind, unsigned cluster, unsigned bank, bool write) = 0;
  virtual void tag_lookup(bool hit) = 0;
  // The Sm has done all it does in this cycle.
  virtual void end_of_cycle() = 0;
};

}  // namespace unibank
