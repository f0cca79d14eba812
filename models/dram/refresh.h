// When a DRAM channel refreshes, and which banks. The times themselves are the standard's (dram/timing.h).
#pragma once

#include <memory>
#include <string>

#include "base/registry.h"
#include "base/types.h"
#include "dram/timing.h"

namespace unibank {

class DramRefresh {
 public:
  static constexpr const char* kKind = "DRAM refresh";
  static constexpr unsigned kAllBanks = ~0u;
  virtual ~DramRefresh() = default;
  // Why the standard cannot be refreshed so, for the message that refuses the design; empty when it can.
  virtual std::string refusal(const DramTiming& /*timing*/) const { return ""; }
  // The due cycle of the n-th refresh, from 1 on; kNever: none. From then until the refresh its banks get no other
  // command.
  virtual Cycle due(std::uint64_t n, const DramTiming& timing) const = 0;
  // Its bank, or kAllBanks.
  virtual unsigned bank(std::uint64_t n, const DramTiming& timing) const = 0;
};

using DramRefreshRegistry = Registry<DramRefresh>;

}  // namespace unibank
