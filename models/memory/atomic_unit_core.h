// Atomics before an L2 slice or a DRAM channel: the atomics under way, and the schedule of the ALU. Knows cycles
// and nothing of SystemC; requests are handles (opaque pointers) of its owner.
//
// An atomic reads its sectors, passes the ALU and writes them. The ALU executes one atomic at a time, for `interval`
// cycles per turn; a turn executes one lane per address. The oldest atomic that has its bytes is executed first. An
// atomic whose sectors an earlier one holds takes the bytes from the earlier one and does not read memory.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "base/counters.h"
#include "base/types.h"

namespace unibank {

struct AtomicUnitParameters {
  unsigned interval = 1;  // cycles of the ALU per turn
  unsigned entries = 64;  // most atomics under way
  unsigned latency = 0;   // cycles of a response, in addition to its turns
  unsigned occupied_bytes = kLineBytes;  // an atomic under way occupies aligned units of so many bytes
};

#define UNIBANK_ATOMIC_UNIT_COUNTERS(counter) \
  counter(requests, "atomic_unit.requests", "requests", "of atomics: runs of sectors of a line") \
  counter(turns, "atomic_unit.turns", "turns", "of the ALU: lanes on the most shared address of a request") \
  counter(busy, "atomic_unit.busy_cycles", "cycles", "of the ALU, of all slices or channels") \
  counter(reads, "atomic_unit.reads", "requests", "to read sectors that no atomic under way has") \
  counter(held, "atomic_unit.held_cycles", "cycles", \
          "that requests waited in the unit: for an atomic of their line or sectors, for an entry, or behind " \
          "requests of the unit's own")
UNIBANK_COUNTERS(AtomicUnitCounters, "atomic_unit", UNIBANK_ATOMIC_UNIT_COUNTERS);

class AtomicUnitCore {
 public:
  static constexpr unsigned kNone = ~0u;
  struct Request {
    void* handle = nullptr;
    std::uint64_t address = 0;  // address of its first sector
    unsigned length = 0;        // whole sectors of one line
    unsigned turns = 1;
  };
  struct Send {
    unsigned entry = kNone;
    bool write = false;
  };
  struct Place {
    unsigned entry = kNone;   // kNone: no free entry now
    unsigned before = kNone;  // the entry from which it takes its bytes; kNone: it reads memory
  };

  // Throws InputError unless interval and entries are at least 1.
  explicit AtomicUnitCore(const AtomicUnitParameters& parameters);

  // Whether other accesses to these bytes of a line are blocked now.
  bool has(std::uint64_t address, unsigned length) const { return newest(address, address + length) != kNone; }
  Place accept(const Request& request);
  const Request& request(unsigned entry) const { return entries_[entry].request; }

  // Reads and writes leave in order. A write that was sent ends its entry.
  const Send* next_send() const { return sends_.empty() ? nullptr : &sends_.front(); }
  void sent();
  void read_came(unsigned entry) { entries_[entry].state = State::kReady; }

  // Starts the next atomic on the ALU. Called at the half cycle of `now`, after all arrivals of the cycle.
  void start(Cycle now);
  // finish(): the entry whose last turn ends at the start of cycle `now`. behind(): the entry that continues with its
  // bytes.
  unsigned finish(Cycle now);
  unsigned behind(unsigned entry) const { return entries_[entry].behind; }
  Cycle next_finish() const { return working_ == kNone ? kNever : done_; }
  bool may_start() const { return working_ == kNone && ready() != kNone; }

  unsigned occupancy() const { return occupied_; }
  void add_held(Cycle waited) { counters_.held += waited; }
  const AtomicUnitCounters& counters() const { return counters_; }

 private:
  enum class State : unsigned char { kFree, kReading, kBehind, kReady, kWorking, kWriting };
  struct Entry {
    State state = State::kFree;
    Request request;
    std::uint64_t order = 0;
    std::uint64_t begin = 0, end = 0;  // the range of the bytes that are present or arriving
    unsigned behind = kNone;
  };
  unsigned newest(std::uint64_t begin, std::uint64_t end) const;
  unsigned ready() const;

  AtomicUnitParameters parameters_;
  std::vector<Entry> entries_;
  std::deque<Send> sends_;
  unsigned working_ = kNone, occupied_ = 0;
  Cycle done_ = 0;
  std::uint64_t order_ = 0;
  AtomicUnitCounters counters_;
};

}  // namespace unibank
