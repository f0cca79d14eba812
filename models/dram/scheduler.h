// Which of the requests waiting for a DRAM channel gets the next command.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>

#include "base/registry.h"
#include "base/types.h"

namespace unibank {

struct DramRequest {
  std::uint64_t order = 0, row = 0;  // order: the number in order of arrival, over all banks
  bool write = false, counted = false;
  unsigned bursts = 1, left = 1;     // column commands: all, and those not issued yet
  void* handle = nullptr;            // identifies the request for its owner
};

// A scheduler's view of a bank. A request with some of its column commands issued continues without a query.
struct DramBankView {
  const std::deque<DramRequest>& queue;  // by age, not empty
  bool open = false;
  std::uint64_t row = 0;                 // while open
  unsigned passed = 0;                   // requests served since the oldest became the oldest
};

// The next command of a bank's chosen request, with the first cycle in which timing allows it.
struct DramCandidate {
  Cycle at = kNever;
  bool column = false;                   // a read or a write; else an activate or a precharge
  std::uint64_t order = 0;
};

class DramScheduler {
 public:
  static constexpr const char* kKind = "DRAM scheduler";
  virtual ~DramScheduler() = default;
  // The chosen request of a bank: an index into its queue.
  virtual std::size_t of_bank(const DramBankView& bank) const = 0;
  // Whether `a` is issued first when both are possible in the same cycle (a.at == b.at).
  virtual bool goes_before(const DramCandidate& a, const DramCandidate& b) const = 0;
  // Whether only the channel's oldest request gets commands.
  virtual bool in_order() const { return false; }
};

using DramSchedulerRegistry = Registry<DramScheduler>;

}  // namespace unibank
