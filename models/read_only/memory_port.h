// The memory port that the read-only caches of an Sm share with its MSHR: one request per cycle.
//
// Register map of target port `mshr`: that of the memory system (memory/interconnect.h); requests are forwarded in
// order. If the port is free, the call returns what memory returns; otherwise TLM_ACCEPTED, and END_REQ comes when
// memory has accepted the request. A read that a cache requests in one cycle is sent at the half cycle of the next. It
// has priority over a request of the MSHR in that cycle, which is then sent one cycle later; so the caches send in
// every other cycle at most, and results do not depend on the order of calls within a cycle.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "tlm/notify.h"
#include "tlm/pool.h"
#include "tlm/ports.h"
#include "tlm/time.h"

namespace unibank {

class MemoryPort : public sc_core::sc_module {
 public:
  // A line requested by a cache, which may be used now; the payload is valid until the call returns.
  struct Came {
    unsigned cache = 0;
    std::uint64_t line = 0;
    const Payload* payload = nullptr;
  };
  // `answered` is called with the cycle in which a line that has arrived may be taken. With `follow_values` lines have
  // bytes and writers.
  MemoryPort(sc_core::sc_module_name name, bool follow_values, std::function<void(Cycle)> answered);
  ~MemoryPort() override;

  TargetPort<MemoryPort> mshr;
  InitiatorPort<MemoryPort> memory;

  // Requests a line, at the half cycle of `now` or at the whole one.
  void read(unsigned cache, std::uint64_t line, unsigned length, Cycle now);
  // Calls `each` for the lines that have arrived up to cycle `now`, in the order of their cycles.
  void take(Cycle now, const std::function<void(const Came&)>& each);
  bool any_came() const { return !came_.empty(); }
  unsigned in_flight() const { return static_cast<unsigned>(waiting_.size() + out_.size() + came_.size()); }

  tlm::tlm_sync_enum request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void request_blocking(unsigned port, Payload& payload);
  unsigned request_debug(unsigned port, Payload& payload);
  void answered(unsigned port, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);

 private:
  struct Read : Payload {
    unsigned cache = 0;
    std::uint64_t line = 0;  // the payload's address may come back changed: a memory behind may use its own
    Cycle due = 0;           // the cycle of the response
  };
  bool free(Cycle now) const { return !unaccepted_ && free_from_ <= now && last_sent_ != now; }
  bool own_turn(Cycle now) const { return !waiting_.empty() && own_from_ <= now; }
  tlm::tlm_sync_enum send(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay, Cycle now);
  void send_own(Cycle now);
  void send_held(Cycle now);
  void came(Read& read, Cycle due);
  void half_cycle();
  void schedule(Cycle from);

  const bool follow_values_;
  const std::function<void(Cycle)> answered_;
  PayloadPool<Read> pool_;
  std::deque<Read*> waiting_;   // reads of the caches that are not sent yet
  Cycle own_from_ = 0;          // the cycle from which the first of them may be sent
  std::vector<Read*> out_, came_;
  Payload* held_ = nullptr;     // the MSHR's request that is not sent yet,
  Cycle held_from_ = 0;         // and the first cycle in which it may be sent
  Payload* unaccepted_ = nullptr;
  Cycle free_from_ = 0, last_sent_ = kNever;
  Alarm half_;
};

}  // namespace unibank
