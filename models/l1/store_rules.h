// What a store does to its line in the L1, and when its bytes are written to memory: one file per policy. Plain C++.
#pragma once

#include "design/design.h"
#include "l1/line_jobs.h"
#include "memory/tag_operation.h"

namespace unibank {

class StoreRules {
 public:
  virtual ~StoreRules() = default;
  // The tag operation of a store, which is one access. kClaim and kStore leave the line dirty.
  virtual TagOperation tag_operation(bool whole_line) const = 0;
  // Whether a miss allocates its line: at once if the store writes all of it (kClaim), else when the line has been
  // read, after the store.
  virtual bool allocates() const { return false; }
  // Whether a hit invalidates the line; a dirty line is written back before the store.
  virtual bool evicts() const { return false; }
  // Whether a present line, hit or allocated, gets the bytes.
  virtual bool writes_line() const { return !evicts(); }
  // Whether the line becomes dirty, and the bytes are written to memory with it. Otherwise, and without a line, the
  // bytes are written to memory at once.
  virtual bool keeps_dirty() const { return false; }
};

// `allocates` applies only to write-back. The result lives as long as the program.
const StoreRules& store_rules(StorePolicy policy, bool allocates);

const StoreRules& write_through();
const StoreRules& write_evict();
const StoreRules& write_back(bool allocates);

// The rules for a store whose bytes must be written to memory at once.
const StoreRules& leaving(const StoreRules& rules);

// The tag operation of an access to a line, in one access. `past`: it must reach other SMs at once. `stores`: the rules
// of a store; of no meaning for other accesses. `whole_line`: a store writes all of it.
inline TagOperation tag_operation(LineOperation operation, bool past, const StoreRules* stores, bool whole_line) {
  switch (operation) {
    case LineOperation::kAtomic:
    case LineOperation::kReduction: return TagOperation::kInvalidate;
    case LineOperation::kStore: return stores->tag_operation(whole_line);
    default: return past ? TagOperation::kInvalidate : TagOperation::kLookup;
  }
}

}  // namespace unibank
