// An MSHR in RTL against what every MSHR has to do, whatever its cycles: check_by = "order". The native MSHR cannot run
// beside one that is later, for which read still finds an entry depends on cycles. So this keeps what the RTL has taken,
// sent and answered, and says what is wrong with the next step:
//
//   to memory   requests leave in the order in which they were taken; a read leaves unless it can join an entry, and no
//               read of the same bytes leaves while an entry that it could join waits for its data
//   answers     the first of each entry, and writes, in the order in which memory has answered; those of an entry in
//               the order in which they were taken, the one that allocated it first
//   which       a read joins an entry of its own bytes only, not a closed one, not one that is full, none if it is alone;
//               the allocating read's is stale if a write of its line was taken in an earlier cycle
//
// An entry is known by its number alone, and a read that leaves by its bytes: where two reads may have allocated the entry
// (one could have joined an older one whose data are here), the answers say which it was.
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

  // Each is told what the RTL has done in cycle `now`. "": that is right.
  void takes(const Payload& payload, Cycle now);
  // `write`: of a write, its request. `free`: the first cycle in which memory would have taken it.
  std::string sends(const MshrBlock::ToMemory& what, const Payload* write, Cycle now, Cycle free);
  void data(unsigned entry, Cycle now);
  void written(const Payload& payload, Cycle now);
  std::string answers(const Payload* payload, unsigned answer, unsigned entry, Cycle now);
  // While nothing is under way.
  std::string counts(const MshrBlock& rtl) const;

  // Of the last answer: when the native MSHR would have given it, had it got the same requests and data.
  Cycle due() const { return due_; }

 private:
  struct Request {
    const Payload* payload = nullptr;
    std::uint64_t order = 0;
    Cycle taken = 0, late = 0;  // late: in cycles, on its way to memory
    bool sent = false;
    std::uint64_t closed_by = ~std::uint64_t{0};  // of a read: the write that closes the entry it is in
    Cycle closed = kNever;
  };
  struct Entry {
    bool used = false, alone = false, data_here = false, answered = false;  // answered: the first of them
    bool unsure = false;  // which read has allocated it
    std::uint64_t address = 0, order = 0, last = 0;  // order: of the read that allocated it; last: of the last answered
    unsigned length = 0, known = 0;
    std::uint64_t closed_by = ~std::uint64_t{0};     // order of a write
    Cycle closed = kNever, came = 0, late = 0;
  };
  struct Came {
    unsigned entry = 0;              // of a read
    const Payload* write = nullptr;  // null: a read
    Cycle at = 0;
  };

  enum class Join { kNo, kMay, kMust };  // kMay: it could, had the entry not ended inside the RTL
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
  std::deque<Request> open_;     // taken and not answered, in order
  std::vector<Entry> entries_;
  std::deque<Came> came_;        // whose first answer has not been given
  std::uint64_t taken_ = 0, reads_ = 0, allocations_ = 0, last_sent_ = 0;
  Cycle given_ = 0, due_ = 0;  // given_: as due_, of the last answer, but for what was late on the way to memory
};

}  // namespace unibank::rtl
