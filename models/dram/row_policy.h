// When a DRAM row that no request needs is closed.
#pragma once

#include <memory>

#include "base/registry.h"
#include "base/types.h"

namespace unibank {

class DramRowPolicy {
 public:
  static constexpr const char* kKind = "DRAM row policy";
  virtual ~DramRowPolicy() = default;
  // Whether the last column command of a request closes its row (by auto-precharge, which takes no command of its own),
  // while `wanted` other requests wait for the row.
  virtual bool closes(unsigned wanted) const = 0;
  // The cycle from which an open row of a bank without requests is precharged; kNever: it stays open. `last`: the
  // bank's last column command.
  virtual Cycle close_from(Cycle /*last*/) const { return kNever; }
};

using DramRowPolicyRegistry = Registry<DramRowPolicy>;

}  // namespace unibank
