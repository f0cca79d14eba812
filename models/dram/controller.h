// One DRAM channel: a device, a scheduler, a row policy, a refresh and an address map, put together. Knows cycles of
// the memory's command clock and nothing of SystemC; requests are handles (opaque pointers) of its owner.
//
// Of each bank the request counts that the scheduler names. The command that timing allows first is issued first; of
// several in one cycle the scheduler's. A request takes its column commands one after another. A refresh that is due
// holds its banks for itself: an open row is closed, and what waits goes on after it.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "dram/address_map.h"
#include "dram/device.h"
#include "dram/parts.h"
#include "dram/refresh.h"
#include "dram/row_policy.h"
#include "dram/scheduler.h"

namespace unibank {

struct RowCounters {
  // Requests by their first command: column (row open), activate (bank idle), precharge (another row open).
  std::uint64_t hits = 0, misses = 0, conflicts = 0;
  std::uint64_t bus_cycles = 0;  // of the data bus, in memory cycles
  std::uint64_t refreshes = 0;   // of all banks or of one
};

class DramController {
 public:
  struct Issued {
    DramCommand command = DramCommand::kNone;
    Cycle at = 0;
    unsigned bank = 0;
    std::uint64_t row = 0;
    void* handle = nullptr;  // of the request whose last column command this is; else null
    Cycle data_end = 0;      // of a column command: the first cycle after its data
  };

  // Throws InputError for timing and parts that are none, or do not go together.
  DramController(const DramTiming& timing, const DramParts& parts, unsigned queue);

  // Where a byte of the channel lies.
  DramAddressMap::Place place(std::uint64_t channel_address) const { return map_.place(channel_address); }

  unsigned waiting() const { return waiting_; }  // requests whose last column command has not been issued
  bool has_room() const { return waiting_ < queue_; }
  // A request that the scheduler sees from cycle `now` on. All cycles before have been stepped through.
  void arrive(Cycle now, std::uint64_t channel_address, bool write, unsigned bursts, void* handle);

  // The cycle of the next command, if nothing else arrives; kNever where no request waits: what an idle channel does
  // (refreshes, rows that are closed) is made up for by the next step().
  Cycle next_command() const { return waiting_ == 0 ? kNever : choose().candidate.at; }
  // Issues it, if it is due before `end`; else kNone.
  Issued step(Cycle end);

  const RowCounters& counters() const { return counters_; }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};  // no request of a bank
  struct Bank {
    std::deque<DramRequest> queue;  // by age
    std::size_t begun = kNone;      // that has some of its column commands
    unsigned passed = 0;            // requests served since the oldest became the oldest
    Cycle last = 0;                 // the last column command
  };
  struct Choice {
    DramCandidate candidate;
    DramCommand command = DramCommand::kNone;
    unsigned bank = 0;
    std::size_t request = kNone;
  };

  bool refreshing(unsigned bank) const { return refresh_bank_ == DramRefresh::kAllBanks || refresh_bank_ == bank; }
  Choice wanted(unsigned bank) const;  // by a request of the bank, with the first cycle in which timing allows it
  Choice idle_bank(unsigned bank) const;
  Choice refresh_command() const;
  Choice choose() const;               // of all banks
  unsigned oldest_bank() const;
  void count(DramRequest& request, DramCommand command);
  void issue_column(const Choice& choice, Issued& issued);
  bool closes(const Choice& choice) const;
  void refreshed();

  DramDevice device_;
  DramAddressMap map_;
  std::unique_ptr<DramScheduler> scheduler_;
  std::unique_ptr<DramRowPolicy> row_policy_;
  std::unique_ptr<DramRefresh> refresh_;
  unsigned queue_;
  std::vector<Bank> banks_;
  unsigned waiting_ = 0;
  std::uint64_t order_ = 0;
  // The next refresh: its number, when it is due, and its bank.
  std::uint64_t refresh_number_ = 1;
  Cycle refresh_due_ = kNever;
  unsigned refresh_bank_ = DramRefresh::kAllBanks;
  bool closes_rows_ = false, closes_idle_rows_ = false;  // the row policy ever does
  RowCounters counters_;
};

}  // namespace unibank
