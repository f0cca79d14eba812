// A double of any block, for tests with two speeds of response: the native block and a relay in front of it. Requests
// are forwarded at once. Every answer, early or late, reaches the initiator as END_REQ / BEGIN_RESP at its due whole
// cycle, a number of delta cycles after the edge; the answers of one cycle are sent in order of arrival or in reverse
// order. State and latency are those of the native block.
#pragma once

#include <memory>
#include <vector>

#include "base/types.h"
#include "tlm/ports.h"

namespace unibank::test {

struct LateOptions {
  unsigned deltas = 0;   // delta cycles after the edge
  bool reverse = false;  // order of a cycle's answers
  bool accepted = false; // answers TLM_ACCEPTED and then BEGIN_RESP, without END_REQ: one request a socket at a time
  unsigned extra = 0;    // cycles added to every response: a slower block, which tests must notice
};

class LateRelay : public sc_core::sc_module {
 public:
  LateRelay(const sc_core::sc_module_name& name, unsigned ports, LateOptions options);
  ~LateRelay() override;

  TargetSocket& target(unsigned port) { return *targets_[port]; }
  InitiatorSocket& initiator(unsigned port) { return *initiators_[port]; }

 private:
  friend class TargetPort<LateRelay>;
  friend class InitiatorPort<LateRelay>;
  struct Answer {
    Cycle due;
    unsigned port;
    Payload* payload;
    bool response;  // BEGIN_RESP, else END_REQ
  };

  tlm::tlm_sync_enum request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void request_blocking(unsigned port, Payload& payload);
  unsigned request_debug(unsigned port, Payload& payload);
  void answered(unsigned port, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);
  void add(const Answer& answer);
  void at_edge();
  void after_delta();
  void give();

  LateOptions options_;
  std::vector<std::unique_ptr<TargetPort<LateRelay>>> targets_;
  std::vector<std::unique_ptr<InitiatorPort<LateRelay>>> initiators_;
  std::vector<Answer> waiting_;
  unsigned left_ = 0;
  sc_core::sc_event edge_, delta_;
};

}  // namespace unibank::test
