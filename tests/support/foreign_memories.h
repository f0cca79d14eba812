// Memories as a user would write them without knowing this model: with times, without cycles.
#pragma once

#include <algorithm>
#include <deque>

#include "tlm/ports.h"

namespace unibank::test {

// Uses all four phases of the base protocol, each as a call: END_REQ comes 1.3 ns after BEGIN_REQ if fewer than `most`
// requests are in flight; BEGIN_RESP comes 40 ns after END_REQ, and after END_RESP of the previous answer.
class AtMemory : public sc_core::sc_module, private FwIf {
 public:
  AtMemory(const sc_core::sc_module_name& name, unsigned most) : sc_module(name), socket("socket"), most_(most) {
    SC_HAS_PROCESS(AtMemory);
    socket.bind(static_cast<FwIf&>(*this));
    SC_METHOD(accept);
    sensitive << accept_;
    dont_initialize();
    SC_METHOD(respond);
    sensitive << respond_;
    dont_initialize();
  }

  TargetSocket socket;
  unsigned begin_requests = 0, end_requests = 0, begin_responses = 0, end_responses = 0;
  unsigned ended = 0;  // responses ended by END_RESP or completed on return
  std::uint64_t highest = 0;  // address

 private:
  struct Access {
    Payload* payload;
    sc_core::sc_time ready;
  };

  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override {
    if (phase == tlm::END_RESP) {
      ++end_responses;
      end();
      return tlm::TLM_COMPLETED;
    }
    ++begin_requests;
    payload.acquire();
    highest = std::max<std::uint64_t>(highest, payload.get_address());
    pending_ = &payload;
    accept_.notify(delay + sc_core::sc_time(1.3, sc_core::SC_NS));
    return tlm::TLM_ACCEPTED;
  }
  void accept() {
    if (!pending_ || under_way_.size() == most_) return;
    ++end_requests;
    Payload& payload = *pending_;
    pending_ = nullptr;
    under_way_.push_back({&payload, sc_core::sc_time_stamp() + sc_core::sc_time(40, sc_core::SC_NS)});
    respond_.notify(sc_core::SC_ZERO_TIME);
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_core::sc_time none = sc_core::SC_ZERO_TIME;
    socket->nb_transport_bw(payload, phase, none);
  }
  void respond() {
    if (responding_ || under_way_.empty()) return;
    const Access access = under_way_.front();
    const sc_core::sc_time now = sc_core::sc_time_stamp();
    if (access.ready > now) return respond_.notify(access.ready - now);
    ++begin_responses;
    responding_ = true;
    access.payload->set_response_status(tlm::TLM_OK_RESPONSE);
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time none = sc_core::SC_ZERO_TIME;
    if (socket->nb_transport_bw(*access.payload, phase, none) != tlm::TLM_ACCEPTED) end();
  }
  void end() {
    ++ended;
    under_way_.front().payload->release();
    under_way_.pop_front();
    responding_ = false;
    accept_.notify(sc_core::SC_ZERO_TIME);
    respond_.notify(sc_core::SC_ZERO_TIME);
  }

  void b_transport(Payload&, sc_core::sc_time&) override {}
  unsigned transport_dbg(Payload&) override { return 0; }
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }

  unsigned most_;
  Payload* pending_ = nullptr;
  std::deque<Access> under_way_;
  bool responding_ = false;
  sc_core::sc_event accept_, respond_;
};

// Supports b_transport only. The call itself takes `waited`, and annotates a further delay of `annotated`.
class LtMemory : public sc_core::sc_module, private FwIf {
 public:
  LtMemory(const sc_core::sc_module_name& name, sc_core::sc_time waited, sc_core::sc_time annotated)
      : sc_module(name), socket("socket"), waited_(waited), annotated_(annotated) {
    socket.bind(static_cast<FwIf&>(*this));
  }

  TargetSocket socket;
  unsigned calls = 0, side_by_side = 0, most_side_by_side = 0;

 private:
  void b_transport(Payload& payload, sc_core::sc_time& delay) override {
    ++calls;
    most_side_by_side = std::max(most_side_by_side, ++side_by_side);
    if (waited_ != sc_core::SC_ZERO_TIME) sc_core::wait(waited_);
    delay += annotated_;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    --side_by_side;
  }
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase&, sc_core::sc_time&) override {
    payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  unsigned transport_dbg(Payload&) override { return 0; }
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }

  sc_core::sc_time waited_, annotated_;
};

}  // namespace unibank::test
