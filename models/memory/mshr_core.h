// Miss status holding registers: the outstanding lines and sectors, and the requests that wait for them. Knows cycles
// and nothing of SystemC; requests are handles (opaque pointers) of its owner.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "base/counters.h"
#include "base/types.h"

namespace unibank {

struct MshrParameters {
  unsigned entries = 128;
  unsigned merges = 32;  // requests that an entry can hold over its life, including the one that allocated it
  unsigned ports = 2;    // target sockets: 0 L1, 1 operand stage
};

#define UNIBANK_MSHR_COUNTERS(counter) \
  counter(allocations, "mshr.allocations", "entries", "allocated by reads without an entry to join") \
  counter(merges, "mshr.merges", "reads", "merged into the entry of an outstanding line") \
  counter(full_stalls, "mshr.full_stalls", "cycles", "that reads waited at the ports for an entry or a merge") \
  counter(reads, "mshr.reads", "requests", "sent to memory to read lines and sectors") \
  counter(writes, "mshr.writes", "requests", "sent to memory to write")
UNIBANK_COUNTERS(MshrCounters, "sm.mshr", UNIBANK_MSHR_COUNTERS);

class MshrCore {
 public:
  using RequestHandle = void*;
  struct Request {
    RequestHandle handle = nullptr;
    std::uint64_t address = 0;
    unsigned length = 0;
    bool write = false;
    bool alone = false;  // a read that joins no entry, and that no read joins
  };
  struct Send {
    unsigned entry = kNoEntry;  // the entry of a read; writes have none
    unsigned port = 0;
    Request request;
  };
  struct Answer {
    RequestHandle handle = nullptr;
    bool allocated = false;  // this request allocated the entry: it fills the cache
    Cycle ready = 0;
    unsigned entry = kNoEntry;
    bool stale = false;      // allocated, but a write to the line was accepted in an earlier cycle
  };
  static constexpr unsigned kNoEntry = ~0u;

  // Throws InputError unless entries, merges and ports are at least 1.
  explicit MshrCore(const MshrParameters& parameters);

  // Accepts a request in cycle `now` if there is room. A read needs a free entry, or an entry for the same bytes with a
  // merge left; a write needs that no other write is still to be sent or was sent in this cycle. A write closes the
  // entries of its line, and of its sectors: later reads do not merge into them. A read with `alone` takes an entry of
  // its own. The response comes in a later cycle.
  bool accept(unsigned port, const Request& request, Cycle now);

  // Requests for memory leave in order, one a cycle.
  const Send* next_send(Cycle now) const {
    return sends_.empty() || last_send_ == now ? nullptr : &sends_.front();
  }
  void sent(Cycle now);
  bool sends_waiting() const { return !sends_.empty(); }
  bool wrote_in(Cycle now) const { return last_write_ == now; }

  // Memory has responded in cycle `now`: the waiters may be answered from this cycle on.
  void data_came(unsigned entry, Cycle now);
  void write_done(unsigned port, RequestHandle handle, Cycle now);

  // Takes the next response of a port: one per port and cycle, in order. False when there is none in this cycle.
  bool next_answer(unsigned port, Cycle now, Answer& answer);
  bool answers_waiting() const { return queued_ != 0; }

  // An entry is free from the cycle after its last response on. Frees the entries that ended before `now`: to be called
  // before accept().
  void free_ended(Cycle now);
  bool ended_waiting() const { return !ended_.empty(); }
  // After free_ended(): the entries whose last response was in this cycle.
  const std::vector<unsigned>& ended() const { return ended_; }

  unsigned occupancy() const { return occupied_; }
  // [entry]; not 0: it is in use.
  const std::vector<std::uint8_t>& entries() const { return tags_; }
  // Accepted requests without a response.
  unsigned in_flight() const { return in_flight_; }
  void add_stall(Cycle waited) { counters_.full_stalls += waited; }
  const MshrCounters& counters() const { return counters_; }

 private:
  struct Waiter {
    RequestHandle handle;
    unsigned port;
  };
  struct Entry {
    std::vector<Waiter> waiters;  // all requests, in order of arrival; the first allocated the entry
    unsigned unanswered = 0;
    bool data_here = false;
    Cycle closed = kNever;        // the cycle in which a write to the line was accepted: no merges from then on
    Cycle ended = 0;              // the cycle of its last response, once `unanswered` is 0
  };
  // The requested bytes as one number: addresses are multiples of 32, lengths 32 to 128. 0 is a free entry.
  static std::uint64_t key(const Request& request) { return request.address | request.length / kSectorBytes; }
  // `key` of an entry that accepts no more merges.
  static constexpr std::uint64_t kClosed = 8;
  // The entry's value in `tags_` for these bytes; never 0.
  static std::uint8_t tag(std::uint64_t key) {
    constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio: spreads adjacent lines
    const auto byte = static_cast<std::uint8_t>(key * kGolden >> 56);
    return byte != 0 ? byte : 1;
  }
  unsigned find(std::uint64_t wanted) const;
  bool accept_write(unsigned port, const Request& request, Cycle now);
  void close(std::uint64_t line, Cycle now);
  void close_entry(unsigned entry, Cycle now);
  bool merge(unsigned entry, const Waiter& waiter, Cycle now);
  void push_answer(unsigned port, const Answer& answer);

  MshrParameters parameters_;
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint8_t> tags_;           // [entry]; 0: free. tag() of each key, for a search in one pass
  std::vector<Entry> entries_;
  std::deque<Send> sends_;
  std::vector<std::deque<Answer>> answers_;  // [port]
  std::vector<Cycle> last_answer_;           // [port]
  std::vector<unsigned> ended_;              // entries to free
  Cycle last_send_ = kNever, last_write_ = kNever;
  bool write_waits_ = false;  // whether a write is in sends_
  unsigned sectors_ = 0;      // entries of less than a line
  unsigned queued_ = 0;       // responses in answers_
  std::size_t first_free_ = 0;  // no entry before this one is free
  unsigned occupied_ = 0, in_flight_ = 0;
  MshrCounters counters_;
};

}  // namespace unibank
