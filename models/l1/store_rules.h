// What a store does to its line in the L1 and when its bytes go to memory: one file a policy. Plain C++.
#pragma once

#include "design/design.h"
#include "memory/tag_operation.h"

namespace unibank {

class StoreRules {
 public:
  virtual ~StoreRules() = default;
  // All that the store does to the tags, in one access. kClaim and kStore leave the line dirty.
  virtual TagOperation tag_operation(bool whole_line) const = 0;
  // A miss enters its line: at once where the store writes all of it (kClaim), else when it has been read behind the
  // store.
  virtual bool allocates() const { return false; }
  // A line that is found loses its place; if it is dirty, it goes to memory before the store.
  virtual bool evicts() const { return false; }
  // A line that is there, found or entered, gets the bytes.
  virtual bool writes_line() const { return !evicts(); }
  // Bytes of such a line go to memory with the line, which is dirty from now on. Else, and where no line is there, they
  // go at once.
  virtual bool keeps_dirty() const { return false; }
};

// `allocates` says something of write-back alone. The answer lives as long as the program.
const StoreRules& store_rules(StorePolicy policy, bool allocates);

const StoreRules& write_through();
const StoreRules& write_evict();
const StoreRules& write_back(bool allocates);

}  // namespace unibank
