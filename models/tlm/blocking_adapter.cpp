#include "tlm/blocking_adapter.h"

#include <algorithm>
#include <string>

#include "tlm/protocol.h"

namespace unibank {

BlockingAdapter::Thread::Thread(const sc_core::sc_module_name& name, BlockingAdapter& adapter)
    : sc_module(name), owner(adapter) {
  SC_HAS_PROCESS(Thread);
  SC_THREAD(serve);
}

BlockingAdapter::BlockingAdapter(const sc_core::sc_module_name& name, unsigned outstanding)
    : sc_module(name), target("target"), initiator("initiator"), work_("work_event"), step_("step_event") {
  SC_HAS_PROCESS(BlockingAdapter);
  if (outstanding == 0) throw InputError("a blocking adapter of 0 outstanding requests, expected 1 or more");
  target.bind(static_cast<FwIf&>(*this));
  initiator.bind(static_cast<BwIf&>(*this));
  for (unsigned i = 0; i < outstanding; ++i) {
    threads_.push_back(std::make_unique<Thread>(("thread" + std::to_string(i)).c_str(), *this));
  }
  SC_METHOD(step);
  sensitive << step_;
  dont_initialize();
}

tlm::tlm_sync_enum BlockingAdapter::nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase == tlm::END_RESP) {
    if (responding_ != &payload) protocol_error(name(), "END_RESP without BEGIN_RESP");
    end_response();
    return tlm::TLM_COMPLETED;
  }
  if (phase != tlm::BEGIN_REQ) protocol_error(name(), "only BEGIN_REQ and END_RESP are expected here");
  if (!waiting_.empty()) protocol_error(name(), "a request came before END_REQ of the last one");
  payload.acquire();
  const Request request{++last_, &payload, sc_core::sc_time_stamp() + delay};
  if (outstanding_ == threads_.size()) {
    waiting_.push_back(request);
    return tlm::TLM_ACCEPTED;
  }
  accept(request);
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

tlm::tlm_sync_enum BlockingAdapter::nb_transport_bw(Payload&, tlm::tlm_phase&, sc_core::sc_time&) {
  protocol_error(name(), "the target responds to a request that was a blocking call");
}

void BlockingAdapter::accept(const Request& request) {
  ++outstanding_;
  accepted_.push_back(request);
  work_.notify(sc_core::SC_ZERO_TIME);
}

void BlockingAdapter::Thread::serve() {
  while (true) {
    while (owner.accepted_.empty()) wait(owner.work_);
    const Request request = owner.accepted_.front();
    owner.accepted_.pop_front();
    const sc_core::sc_time& now = sc_core::sc_time_stamp();
    if (request.begin > now) wait(request.begin - now);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    owner.initiator->b_transport(*request.payload, delay);
    if (delay != sc_core::SC_ZERO_TIME) wait(delay);
    owner.finished_.push_back(request);
    owner.step_.notify(sc_core::SC_ZERO_TIME);
  }
}

// Runs a delta cycle after the threads, so the order of the threads does not matter.
void BlockingAdapter::step() {
  if (!waiting_.empty() && outstanding_ < threads_.size()) {
    Request request = waiting_.front();
    waiting_.clear();
    request.begin = std::max(request.begin, sc_core::sc_time_stamp());
    accept(request);
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_core::sc_time delay = request.begin - sc_core::sc_time_stamp();
    target->nb_transport_bw(*request.payload, phase, delay);
  }
  if (responding_ || finished_.empty()) return;
  const auto first = std::min_element(finished_.begin(), finished_.end(),
                                      [](const Request& a, const Request& b) { return a.number < b.number; });
  const Request request = *first;
  finished_.erase(first);
  answer(request);
}

void BlockingAdapter::answer(const Request& request) {
  responding_ = request.payload;
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  // If END_RESP comes as a call before this call returns, the response has ended already.
  if (target->nb_transport_bw(*request.payload, phase, delay) != tlm::TLM_ACCEPTED) end_response();
}

void BlockingAdapter::end_response() {
  --outstanding_;
  responding_->release();
  responding_ = nullptr;
  step_.notify(sc_core::SC_ZERO_TIME);
}

}  // namespace unibank
