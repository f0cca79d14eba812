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
  // Why this refresh is not possible with the standard, for the message that refuses the design; empty: it is possible.
  virtual std::string refusal(const DramTiming& /*timing*/) const { return ""; }
  // The due cycle of the n-th refresh, n from 1 on; kNever: there is none. From then until the refresh its banks get no
  // other command.
  virtual Cycle due(std::uint64_t n, const DramTiming& timing) const = 0;
  // The bank of the n-th refresh, or kAllBanks.
  virtual unsigned bank(std::uint64_t n, const DramTiming& timing) const = 0;
};

// The refusal of refreshes between which no request is sure to fit. `time`: of one refresh, the value of `key`.
std::string refusal_of_short_interval(unsigned time, const char* key, const DramTiming& timing);

using DramRefreshRegistry = Registry<DramRefresh>;

}  // namespace unibank
