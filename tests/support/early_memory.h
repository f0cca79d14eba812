// A memory that answers within the requesting call.
#pragma once

#include "tlm/ports.h"
#include "tlm/time.h"

namespace unibank::test {

// Completes requests early: every request takes `latency` cycles, counted from the next whole cycle.
class EarlyMemory : public sc_core::sc_module {
 public:
  EarlyMemory(const sc_core::sc_module_name& name, Cycle latency)
      : sc_module(name), port("port", this), latency_(latency) {}
  TargetPort<EarlyMemory> port;

 private:
  friend class TargetPort<EarlyMemory>;
  tlm::tlm_sync_enum request(unsigned, Payload& payload, tlm::tlm_phase&, sc_core::sc_time& delay) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay = until(due_cycle(delay) + 1 + latency_);
    return tlm::TLM_COMPLETED;
  }
  void request_blocking(unsigned, Payload& payload) { payload.set_response_status(tlm::TLM_OK_RESPONSE); }
  Cycle latency_;
};

}  // namespace unibank::test
