// One DRAM channel: a device, a scheduler, a row policy, a refresh and an address map. Knows cycles of the memory's
// command clock and nothing of SystemC; a request is a handle (an opaque pointer) of the controller's owner.
//
// The scheduler selects one request per bank. The command that timing allows first is issued first; among several in
// one cycle the scheduler chooses. The column commands of a request follow each other. A due refresh reserves its
// banks: an open row is closed, and waiting requests continue after it.
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
    void* handle = nullptr;  // the request, if this is its last column command; else null
    Cycle data_end = 0;      // for a column command: the first cycle after its data
  };

  // Throws InputError for invalid timing, or parts that are incompatible.
  DramController(const DramTiming& timing, const DramParts& parts, unsigned queue);

  // Location of a byte of the channel.
  DramAddressMap::Place place(std::uint64_t channel_address) const { return map_.place(channel_address); }

  unsigned waiting() const { return waiting_; }  // requests whose last column command has not been issued
  bool has_room() const { return waiting_ < queue_; }
  // A request that the scheduler sees from cycle `now` on. All earlier cycles have been stepped through.
  void arrive(Cycle now, std::uint64_t channel_address, bool write, unsigned bursts, void* handle);

  // The cycle of the next command, if no further request arrives. kNever if no request waits: the next step() then
  // issues the commands of the idle time (refreshes, closed rows) with their own cycles.
  Cycle next_command() const { return waiting_ == 0 ? kNever : choose().candidate.at; }
  // Issues the next command if it is due before `end`; else the result's command is kNone.
  Issued step(Cycle end);

  const RowCounters& counters() const { return counters_; }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};  // no request of a bank
  struct Bank {
    std::deque<DramRequest> queue;  // by age
    std::size_t begun = kNone;      // the request with some of its column commands issued
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
  Choice wanted(unsigned bank) const;  // the command that a request of the bank needs, with the first cycle in which
                                       // timing allows it
  Choice idle_bank(unsigned bank) const;
  Choice refresh_command() const;
  Choice choose() const;               // the choice among all banks
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
  bool closes_rows_ = false, closes_idle_rows_ = false;  // the row policy may do so
  RowCounters counters_;
};

}  // namespace unibank
