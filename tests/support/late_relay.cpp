#include "support/late_relay.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "tlm/time.h"

namespace unibank::test {

LateRelay::LateRelay(const sc_core::sc_module_name& name, unsigned ports, LateOptions options)
    : sc_module(name), options_(options), edge_("edge"), delta_("delta") {
  SC_HAS_PROCESS(LateRelay);
  for (unsigned i = 0; i < ports; ++i) {
    const std::string number = std::to_string(i);
    targets_.push_back(std::make_unique<TargetPort<LateRelay>>(("port" + number).c_str(), this, i));
    initiators_.push_back(std::make_unique<InitiatorPort<LateRelay>>(("to" + number).c_str(), this, i));
  }
  SC_METHOD(at_edge);
  sensitive << edge_;
  dont_initialize();
  SC_METHOD(after_delta);
  sensitive << delta_;
  dont_initialize();
}

LateRelay::~LateRelay() = default;

tlm::tlm_sync_enum LateRelay::request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  sc_core::sc_time time = delay;
  const tlm::tlm_sync_enum status = initiators_[port]->send(payload, phase, time);
  const Cycle due = due_cycle(time);
  if (status == tlm::TLM_UPDATED && due > due_cycle(delay)) {  // accepted, but not yet
    payload.acquire();
    add({due, port, &payload, false});
    phase = tlm::BEGIN_REQ;
    return tlm::TLM_ACCEPTED;
  }
  if (status != tlm::TLM_COMPLETED) return status;
  if (due == due_cycle(delay)) {  // refused
    delay = time;
    return status;
  }
  payload.acquire();
  add({due + options_.extra, port, &payload, true});
  if (options_.accepted) return tlm::TLM_ACCEPTED;
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

void LateRelay::request_blocking(unsigned port, Payload& payload) {
  sc_core::sc_time none = sc_core::SC_ZERO_TIME;
  (*initiators_[port])->b_transport(payload, none);
}

unsigned LateRelay::request_debug(unsigned port, Payload& payload) {
  return (*initiators_[port])->transport_dbg(payload);
}

void LateRelay::answered(unsigned port, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
  payload.acquire();
  const bool response = phase == tlm::BEGIN_RESP;
  add({due_cycle(delay) + (response ? options_.extra : 0), port, &payload, response});
}

void LateRelay::add(const Answer& answer) {
  waiting_.push_back(answer);
  const Cycle now = current_cycle();
  if (answer.due > now) {
    edge_.notify(until(answer.due));
  } else if (left_ == 0) {  // arrived at this very edge
    left_ = std::max(1u, options_.deltas);
    delta_.notify(sc_core::SC_ZERO_TIME);
  }
}

void LateRelay::at_edge() {
  if (left_ > 0) return;  // an answer that arrived at this edge has begun to count
  left_ = options_.deltas;
  if (left_ == 0) return give();
  delta_.notify(sc_core::SC_ZERO_TIME);
}

void LateRelay::after_delta() {
  if (--left_ == 0) return give();
  delta_.notify(sc_core::SC_ZERO_TIME);
}

void LateRelay::give() {
  const Cycle now = current_cycle();
  std::vector<Answer> due;
  const auto is_due = [&](const Answer& one) { return one.due <= now; };
  std::copy_if(waiting_.begin(), waiting_.end(), std::back_inserter(due), is_due);
  waiting_.erase(std::remove_if(waiting_.begin(), waiting_.end(), is_due), waiting_.end());
  if (options_.reverse) std::reverse(due.begin(), due.end());
  for (const Answer& one : due) {
    tlm::tlm_phase phase = one.response ? tlm::BEGIN_RESP : tlm::END_REQ;
    sc_core::sc_time none = sc_core::SC_ZERO_TIME;
    targets_[one.port]->answer(*one.payload, phase, none);
    one.payload->release();
  }
  Cycle next = kNever;
  for (const Answer& one : waiting_) next = std::min(next, one.due);
  if (next != kNever) edge_.notify(until(next));
}

}  // namespace unibank::test
