// Modules that run together with a machine in a user's simulation and keep SystemC's event queue filled.
#pragma once

#include <deque>

#include "tlm/ports.h"

namespace unibank::test {

// Wakes every `period`, `times` times, without any action.
class Ticking : public sc_core::sc_module {
 public:
  Ticking(const sc_core::sc_module_name& name, sc_core::sc_time period, unsigned times)
      : sc_module(name), period_(period), left_(times) {
    SC_HAS_PROCESS(Ticking);
    SC_METHOD(tick);
  }
  unsigned left() const { return left_; }

 private:
  void tick() {
    if (left_-- > 1) next_trigger(period_);
  }
  sc_core::sc_time period_;
  unsigned left_;
};

// A memory that accepts up to eight requests, takes 60 ns for each, and gives no answer during a refresh, which takes
// 30 ns and occurs every 200 ns. From request number `deaf_from` on it accepts requests without answering.
class RefreshingMemory : public sc_core::sc_module, private FwIf {
 public:
  explicit RefreshingMemory(const sc_core::sc_module_name& name, unsigned deaf_from = ~0u)
      : sc_module(name), socket("socket"), deaf_from_(deaf_from) {
    SC_HAS_PROCESS(RefreshingMemory);
    socket.bind(static_cast<FwIf&>(*this));
    SC_METHOD(refresh);
    SC_METHOD(answer);
    sensitive << answer_;
    dont_initialize();
  }
  TargetSocket socket;
  unsigned refreshes = 0, requests = 0, answers = 0;

 private:
  struct Access {
    Payload* payload;
    sc_core::sc_time ready;
  };
  static sc_core::sc_time ns(double time) { return sc_core::sc_time(time, sc_core::SC_NS); }

  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override {
    if (phase == tlm::END_RESP) return tlm::TLM_COMPLETED;
    payload.acquire();
    if (++requests >= deaf_from_) deaf_ = true;
    if (under_way_.size() == 8) {
      waiting_.push_back(&payload);
      return tlm::TLM_ACCEPTED;
    }
    take(payload, delay);
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  void take(Payload& payload, sc_core::sc_time delay) {
    under_way_.push_back({&payload, sc_core::sc_time_stamp() + delay + ns(60)});
    if (!deaf_) answer_.notify(sc_core::SC_ZERO_TIME);
  }
  void refresh() {
    ++refreshes;
    ready_ = sc_core::sc_time_stamp() + ns(30);
    next_trigger(ns(200));
  }
  void answer() {
    if (under_way_.empty() || deaf_) return;
    const sc_core::sc_time at = std::max(under_way_.front().ready, ready_), now = sc_core::sc_time_stamp();
    if (at > now) return answer_.notify(at - now);
    Payload& payload = *under_way_.front().payload;
    under_way_.pop_front();
    ++answers;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time none = sc_core::SC_ZERO_TIME;
    socket->nb_transport_bw(payload, phase, none);
    payload.release();
    if (!waiting_.empty()) end_request();
    answer_.notify(ns(2));
  }
  void end_request() {
    Payload& payload = *waiting_.front();
    waiting_.pop_front();
    take(payload, sc_core::SC_ZERO_TIME);
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_core::sc_time none = sc_core::SC_ZERO_TIME;
    socket->nb_transport_bw(payload, phase, none);
  }
  void b_transport(Payload&, sc_core::sc_time&) override {}
  unsigned transport_dbg(Payload&) override { return 0; }
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }

  const unsigned deaf_from_;
  bool deaf_ = false;
  sc_core::sc_time ready_;  // the end of the refresh
  std::deque<Access> under_way_;
  std::deque<Payload*> waiting_;
  sc_core::sc_event answer_;
};

}  // namespace unibank::test
