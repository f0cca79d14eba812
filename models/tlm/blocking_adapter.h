// Wraps a target that implements only b_transport as a base-protocol target: every request is a blocking call of a
// thread of this module.
//
// At most `outstanding` requests are accepted and unanswered; the next request waits for END_REQ. Requests begin in the
// order of arrival, each at its annotated time; the target may wait, annotate a delay, or both. A response is sent as
// soon as it is available, but not before END_RESP of the previous response; responses of the same time are sent in the
// order of their requests.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "tlm/ports.h"

namespace unibank {

class BlockingAdapter : public sc_core::sc_module, private FwIf, private BwIf {
 public:
  // Throws InputError when `outstanding` is 0.
  BlockingAdapter(const sc_core::sc_module_name& name, unsigned outstanding);

  TargetSocket target;
  InitiatorSocket initiator;

  // Accepted requests whose response has not ended.
  unsigned outstanding() const { return outstanding_; }

 private:
  struct Request {
    std::uint64_t number;
    Payload* payload;
    sc_core::sc_time begin;
  };

  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override;
  void b_transport(Payload& payload, sc_core::sc_time& delay) override { initiator->b_transport(payload, delay); }
  unsigned transport_dbg(Payload& payload) override { return initiator->transport_dbg(payload); }
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
  tlm::tlm_sync_enum nb_transport_bw(Payload&, tlm::tlm_phase&, sc_core::sc_time&) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  struct Thread : sc_core::sc_module {
    Thread(const sc_core::sc_module_name& name, BlockingAdapter& owner);
    BlockingAdapter& owner;
    void serve();
  };

  void step();  // accepts a waiting request, sends responses
  void accept(const Request& request);
  void answer(const Request& request);
  void end_response();

  std::vector<std::unique_ptr<Thread>> threads_;
  unsigned outstanding_ = 0;
  std::uint64_t last_ = 0;
  std::vector<Request> waiting_;    // requests that wait for END_REQ: one at most
  std::deque<Request> accepted_;    // requests that no thread has taken yet
  std::vector<Request> finished_;   // responses to send
  Payload* responding_ = nullptr;   // BEGIN_RESP sent, END_RESP pending
  sc_core::sc_event work_, step_;
};

}  // namespace unibank
