// A memory whose END_REQ names a later cycle.
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "tlm/ports.h"
#include "tlm/time.h"

namespace unibank::test {

// Accepts no request in its call. END_REQ comes at the next whole cycle and is annotated with `ahead` further cycles:
// no other request may come before then. The response comes `latency` cycles after END_REQ's call.
class AheadMemory : public sc_core::sc_module {
 public:
  AheadMemory(const sc_core::sc_module_name& name, Cycle ahead, Cycle latency)
      : sc_module(name), port("port", this), ahead_(ahead), latency_(latency), event_("event") {
    SC_HAS_PROCESS(AheadMemory);
    SC_METHOD(act);
    sensitive << event_;
    dont_initialize();
  }
  TargetPort<AheadMemory> port;
  std::vector<Cycle> arrivals;  // of the requests
  unsigned too_early = 0;       // requests before the END_REQ of the last one was due

 private:
  friend class TargetPort<AheadMemory>;
  struct Taken {
    Payload* payload;
    Cycle end_req, answer;
  };
  tlm::tlm_sync_enum request(unsigned, Payload& payload, tlm::tlm_phase&, sc_core::sc_time& delay) {
    const Cycle now = due_cycle(delay);
    too_early += now < free_;
    arrivals.push_back(now);
    payload.acquire();
    free_ = now + 1 + ahead_;
    taken_.push_back({&payload, now + 1, now + 1 + latency_});
    event_.notify(until(now + 1));
    return tlm::TLM_ACCEPTED;
  }
  void request_blocking(unsigned, Payload& payload) { payload.set_response_status(tlm::TLM_OK_RESPONSE); }
  unsigned request_debug(unsigned, Payload&) { return 0; }
  void act() {
    const Cycle now = current_cycle();
    for (const Taken& one : taken_) {
      if (one.end_req != now) continue;
      tlm::tlm_phase phase = tlm::END_REQ;
      sc_core::sc_time delay = cycles(ahead_);
      port.answer(*one.payload, phase, delay);
    }
    if (!taken_.empty() && taken_.front().answer == now) {
      Payload& payload = *taken_.front().payload;
      taken_.pop_front();
      payload.set_response_status(tlm::TLM_OK_RESPONSE);
      tlm::tlm_phase phase = tlm::BEGIN_RESP;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      port.answer(payload, phase, delay);
      payload.release();
    }
    Cycle next = kNever;
    for (const Taken& one : taken_) next = std::min(next, one.end_req > now ? one.end_req : one.answer);
    if (next != kNever) event_.notify(until(next));
  }
  const Cycle ahead_, latency_;
  Cycle free_ = 0;
  std::deque<Taken> taken_;
  sc_core::sc_event event_;
};

}  // namespace unibank::test
