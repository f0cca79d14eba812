#include <catch2/catch.hpp>

#include "support/requester.h"

using namespace unibank;
using test::read_at;
using test::Requester;

namespace {

// Answers each request in a different one of the base protocol's ways.
class EveryWay : public sc_core::sc_module {
 public:
  explicit EveryWay(const sc_core::sc_module_name& name) : sc_module(name), port("port", this), later_("later") {
    SC_HAS_PROCESS(EveryWay);
    SC_METHOD(answer);
    sensitive << later_;
    dont_initialize();
  }
  TargetPort<EveryWay> port;
  unsigned ends = 0;  // END_RESP received

 private:
  friend class TargetPort<EveryWay>;
  tlm::tlm_sync_enum request(unsigned, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (phase == tlm::END_RESP) {
      ++ends;
      return tlm::TLM_COMPLETED;
    }
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    switch (payload.get_address()) {
      case 0: delay += answer_delay(3); return tlm::TLM_COMPLETED;
      case 1: delay += answer_delay(3); phase = tlm::BEGIN_RESP; return tlm::TLM_UPDATED;
      default: break;
    }
    payload.acquire();
    waiting_ = &payload;
    end_request_ = payload.get_address() == 3;
    later_.notify(until(due_cycle(delay) + (end_request_ ? 2 : 3)));
    if (payload.get_address() != 2) return tlm::TLM_ACCEPTED;
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  void request_blocking(unsigned, Payload&) {}
  void answer() {
    tlm::tlm_phase phase = end_request_ ? tlm::END_REQ : tlm::BEGIN_RESP;
    sc_core::sc_time none = sc_core::SC_ZERO_TIME;
    port.answer(*waiting_, phase, none);
    if (end_request_) {
      end_request_ = false;
      later_.notify(cycles(1));
    } else {
      waiting_->release();
    }
  }
  Payload* waiting_ = nullptr;
  bool end_request_ = false;
  sc_core::sc_event later_;
};

}  // namespace

TEST_CASE("every way of answering gives the same cycle") {
  EveryWay target("target");
  // Completed; response on the return path; accepted at once; accepted after two cycles; response without END_REQ.
  Requester requester("requester",
                      {read_at(0, 0), read_at(10, 1), read_at(20, 2), read_at(30, 3), read_at(40, 4)});
  requester.port.bind(target.port);
  sc_core::sc_start();
  const Cycle accepted[] = {0, 10, 20, 32, 43};
  for (unsigned i = 0; i < 5; ++i) {
    CHECK(requester[i].accepted == accepted[i]);
    CHECK(requester[i].answered == 10 * i + 3);
    CHECK(requester[i].status == tlm::TLM_OK_RESPONSE);
  }
  CHECK(target.ends == 1);
  CHECK(requester.done());
}
