// One DRAM channel with banks and open rows, scheduled first-ready first-come-first-served (Rixner et al., ISCA 2000).
// Knows cycles of the memory's command clock and nothing of SystemC; requests are names (opaque pointers) of its owner.
//
// One command a cycle. Of each bank one request counts: the oldest that wants the open row, else the oldest. The column
// command (read, write) of the oldest such request goes first; where none may go in this cycle, the row command
// (activate, precharge) of the oldest. A request takes its column commands one after another, and a row stays open
// until another is wanted. No refresh, as in GPGPU-Sim 3.x.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "base/types.h"
#include "policy/dram_timing.h"

namespace unibank {

struct RowCounters {
  // Requests by their first command: column (row open), activate (bank idle), precharge (another row open).
  std::uint64_t hits = 0, misses = 0, conflicts = 0;
  std::uint64_t bus_cycles = 0;  // of the data bus, in memory cycles
};

class FrFcfsCore {
 public:
  enum class Command { kNone, kActivate, kPrecharge, kRead, kWrite };
  struct Issued {
    Command command = Command::kNone;
    Cycle at = 0;
    unsigned bank = 0;
    std::uint64_t row = 0;
    void* name = nullptr;  // of the request whose last column command this is; else null
    Cycle data_end = 0;    // of a column command: the first cycle after its data
  };
  struct Place {
    unsigned bank;
    std::uint64_t row;
  };

  // Throws InputError for timing that is none: no bank, a row that is not whole stripes.
  FrFcfsCore(const DramTiming& timing, unsigned queue);

  // Where a byte of the channel lies.
  Place place(std::uint64_t channel_address) const;

  unsigned waiting() const { return waiting_; }  // requests whose last column command has not been issued
  bool has_room() const { return waiting_ < queue_; }
  // A request that the scheduler sees from cycle `now` on. All cycles before have been stepped through.
  void arrive(Cycle now, std::uint64_t channel_address, bool write, unsigned bursts, void* name);

  // The cycle of the next command, if nothing else arrives; kNever: none.
  Cycle next_command() const { return choose().at; }
  // Issues it, if it is due before `end`; else kNone.
  Issued step(Cycle end);

  const RowCounters& counters() const { return counters_; }

 private:
  struct Request {
    std::uint64_t order = 0, row = 0;
    bool write = false, counted = false;
    unsigned bursts = 1, left = 1;  // column commands in all, and to come
    void* name = nullptr;
  };
  struct Bank {
    std::deque<Request> queue;  // by age
    bool open = false;
    std::uint64_t row = 0;      // while open
    Cycle activate_from = 0, read_from = 0, write_from = 0, precharge_from = 0;
    unsigned passed = 0;        // requests served since the oldest became the oldest
  };
  struct Choice {
    Cycle at = kNever;
    unsigned bank = 0;
    std::size_t request = 0;
    Command command = Command::kNone;
    std::uint64_t order = 0;
  };

  std::size_t candidate(const Bank& bank) const;
  Choice wanted(unsigned bank) const;  // of one bank, with the first cycle in which timing allows it
  Choice choose() const;               // of all banks
  unsigned group_of(unsigned bank) const { return bank / (timing_.banks / timing_.bank_groups); }
  void count(Request& request, Command command);
  void activate(Bank& bank, std::uint64_t row, Cycle now);
  void column(unsigned bank, bool write, Cycle now);
  void finish_burst(Bank& bank, std::size_t index, Issued& issued);

  DramTiming timing_;
  unsigned queue_;
  std::vector<Bank> banks_;
  std::vector<Cycle> group_column_from_;  // [bank group]
  Cycle clock_ = 0;                       // no command before
  Cycle activate_from_ = 0, column_from_ = 0, read_from_ = 0, write_from_ = 0;  // of the whole channel
  unsigned waiting_ = 0;
  std::uint64_t order_ = 0;
  RowCounters counters_;
};

}  // namespace unibank
