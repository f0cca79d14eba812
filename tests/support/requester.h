// An initiator for block tests: it issues a list of requests at their half cycles (later when the socket is busy) and
// records when each was accepted and when its answer was due. It handles every kind of response that the protocol
// allows. If several requesters share a block, `turn` fixes the order of their calls in one half cycle, like the order
// of calls in the method of an Sm.
#pragma once

#include <systemc>
#include <vector>

#include "base/types.h"
#include "l1/line_request.h"
#include "memory/atomic_note.h"
#include "memory/mshr.h"
#include "tlm/pool.h"
#include "tlm/ports.h"
#include "tlm/time.h"

namespace unibank::test {

struct Access {
  Cycle issue = 0;
  std::uint64_t address = 0;
  bool write = false;
  unsigned length = 16;
  std::vector<unsigned char> data;     // data of a write; missing bytes are zeros
  std::vector<unsigned char> enables;  // empty: all bytes
  bool alone = false;                  // a read that an MSHR must not merge
  Writer writer = kNoWriter;           // writer of a write, if values are followed
  bool orders = false;                 // for an L1: the access is a release or an acquire
  unsigned warp = 0;                   // the warp of the access
  unsigned turns = 0;                  // turns of an atomic, which is a write
  bool returns = false;                // the atomic's answer contains the old value

  // Filled in by the requester.
  Cycle sent = kNever, accepted = kNever, answered = kNever;
  tlm::tlm_response_status status = tlm::TLM_INCOMPLETE_RESPONSE;
  std::vector<unsigned char> answer;
  std::vector<Writer> writers;  // writers of the answer's bytes, if values are followed
  unsigned order = 0;  // place among the answers, ordered by (due cycle, arrival)

  bool enabled(unsigned byte) const { return enables.empty() || enables[byte]; }
};

// Simulates until no event is left, and for one more cycle: an MSHR's entry is busy up to and including the cycle of
// its last answer.
inline void run_out() {
  sc_core::sc_start();
  sc_core::sc_start(cycles(1));
}

class Requester : public sc_core::sc_module {
 public:
  Requester(const sc_core::sc_module_name& name, std::vector<Access> accesses, unsigned turn = 0);
  ~Requester() override;

  InitiatorPort<Requester> port;
  bool follow_values = false;
  bool one_a_cycle = false;  // like the stages of an Sm that send one request per cycle

  const Access& operator[](std::size_t i) const { return accesses_[i]; }
  std::size_t size() const { return accesses_.size(); }
  // Whether every access has been answered, and every payload has been returned.
  bool done() const { return next_ == accesses_.size() && pool_.in_use() == 0; }
  unsigned double_answers() const { return double_answers_; }

 private:
  friend class InitiatorPort<Requester>;
  struct Request : Payload {
    std::size_t index = 0;
    std::vector<unsigned char> enables;
    ~Request() override { clear_extension(&note); }
    LineNote note;
    AtomicNote atomic;
    LineData found;
  };

  void issue();
  // Whether this is delta cycle `turn` of the half cycle.
  bool my_turn(Cycle now);
  // Accesses with the same issue cycle are sent in the same cycle if the target permits.
  void send(Cycle now);
  void answered(unsigned port, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);
  void accept(Access& access, Cycle cycle);
  void answer(Request& request, Cycle due);
  void fill(Request& request, const Access& access);

  std::vector<Access> accesses_;
  unsigned turn_, passed_ = 0;
  Cycle cycle_ = kNever;
  GoesAlone alone_;  // extension of payloads that must be answered alone
  PayloadPool<Request> pool_;
  sc_core::sc_event wake_;
  std::size_t next_ = 0;
  Payload* unaccepted_ = nullptr;
  Cycle free_ = 0;  // the socket is free from this cycle on
  unsigned answers_ = 0, double_answers_ = 0;
};

Access atomic_at(Cycle issue, std::uint64_t address, unsigned turns, unsigned length = 32);
Access read_at(Cycle issue, std::uint64_t address, unsigned length = 16);
Access write_at(Cycle issue, std::uint64_t address, unsigned length = 16, std::vector<unsigned char> data = {},
                std::vector<unsigned char> enables = {});

}  // namespace unibank::test
