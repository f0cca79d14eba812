// When a DRAM row is closed that no request needs.
#pragma once

#include <memory>

#include "base/registry.h"
#include "base/types.h"

namespace unibank {

class DramRowPolicy {
 public:
  static constexpr const char* kKind = "DRAM row policy";
  virtual ~DramRowPolicy() = default;
  // The last column command of a request is about to be issued, and `wanted` other requests wait for its row. Returns
  // whether the command closes the row (auto-precharge, which takes no command of its own).
  virtual bool closes(unsigned wanted) const = 0;
  // The cycle from which an open row of a bank without requests is precharged; kNever: it stays open. `last`: the
  // bank's last column command.
  virtual Cycle close_from(Cycle /*last*/) const { return kNever; }
};

using DramRowPolicyRegistry = Registry<DramRowPolicy>;

}  // namespace unibank
