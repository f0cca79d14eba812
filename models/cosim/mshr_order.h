// Checks an MSHR in RTL of any latency (check_by = "order") against rules that hold for every MSHR. The native MSHR
// cannot run in parallel with a slower one, because the cycle of a read decides whether it still finds an entry to
// join. This class records the requests that the RTL has accepted, sent to memory and answered, and reports the first
// step that breaks a rule:
//
//   to memory   requests are sent in the order of their acceptance; a read is sent unless it can join an entry, and no
//               read of the same bytes is sent while an entry that it could join waits for its data
//   answers     the first answer of each entry, and the answers to writes, come in the order of memory's responses; the
//               answers of one entry come in the order of acceptance, the read that allocated it first
//   merging     a read joins only an entry of the same bytes that is neither closed nor full nor marked as alone; data
//               of an entry are stale if a write to its line was accepted in an earlier cycle
//
// The RTL identifies an entry by its number only, and a read sent to memory by its bytes. If the earlier of two reads
// may have joined an older entry whose data have come, either read may have allocated the new entry; the answers show
// which one did.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "cosim/mshr_block.h"
#include "memory/mshr_core.h"
#include "tlm/ports.h"

namespace unibank::rtl {

class MshrOrder {
 public:
  explicit MshrOrder(const MshrParameters& parameters)
      : parameters_(parameters), entries_(parameters.entries) {}

  // One call per step of the RTL in cycle `now`. Returns what is wrong with the step; "" if nothing is.
  void takes(const Payload& payload, Cycle now);
  // `write`: the request of a write, else null. `free`: the first cycle in which memory would have accepted it.
  std::string sends(const MshrBlock::ToMemory& what, const Payload* write, Cycle now, Cycle free);
  void data(unsigned entry, Cycle now);
  void written(const Payload& payload, Cycle now);
  std::string answers(const Payload* payload, unsigned answer, unsigned entry, Cycle now);
  // The oldest step that the RTL does not make although nothing else has to happen before; "" if it waits for memory.
  // `at_pins`: the request that the RTL has not taken (null: none). `memory_free`: memory would accept a request.
  std::string owed(const Payload* at_pins, bool memory_free) const;
  // Compares counters; only while no request is under way.
  std::string counts(const MshrBlock& rtl) const;

  // The cycle in which the native MSHR would have given the last answer, with the same requests and data.
  Cycle due() const { return due_; }

 private:
  struct Request {
    const Payload* payload = nullptr;
    std::uint64_t order = 0;
    Cycle taken = 0, late = 0;  // late: cycles by which the RTL sent the request later than the native MSHR
    bool sent = false;
    std::uint64_t closed_by = ~std::uint64_t{0};  // for a read: the order of the write that closes its entry
    Cycle closed = kNever;
  };
  struct Entry {
    // alone: must not be merged with other reads. answered: the entry's first read has its response.
    bool used = false, alone = false, data_here = false, answered = false;
    bool unsure = false;  // it is not known yet which read has allocated the entry
    std::uint64_t address = 0, order = 0, last = 0;  // order of the read that allocated it; last: order of the last
                                                     // answered read
    unsigned length = 0, known = 0;
    std::uint64_t closed_by = ~std::uint64_t{0};     // order of a write
    Cycle closed = kNever, came = 0, late = 0;
  };
  struct Came {
    unsigned entry = 0;              // of a read
    const Payload* write = nullptr;  // null: a read
    Cycle at = 0;
  };

  enum class Join { kNo, kMay, kMust };  // kMay: possible unless the entry has ended inside the RTL
  Join can_join(const Request& read, const Entry& entry) const;
  Join can_join_any(const Request& read) const;
  Request* open(const Payload* payload);
  std::string leaves(Request& request, const std::string& text);
  std::string sends_write(const Payload* write, Cycle now, Cycle free);
  std::string sends_read(const MshrBlock::ToMemory& what, Cycle now, Cycle free);
  std::string answers_write(const Request& request, Cycle now);
  std::string answers_first(Request& request, unsigned answer, unsigned index, Cycle now);
  std::string answers_joined(Request& request, unsigned index, Cycle now);
  bool other_allocated(Entry& entry, Request& request);
  void pass_on(Request& request);
  void close(const Request& write, Cycle now);
  void gave(Cycle ready, Cycle late);

  const MshrParameters parameters_;
  std::deque<Request> open_;     // accepted and not answered, in order
  std::vector<Entry> entries_;
  std::deque<Came> came_;        // responses of memory whose first answer is due
  std::uint64_t taken_ = 0, reads_ = 0, allocations_ = 0, last_sent_ = 0;
  Cycle given_ = 0, due_ = 0;  // given_: due_ plus the delay of the request to memory
};

}  // namespace unibank::rtl
