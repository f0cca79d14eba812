// Both ends of a socket with the base protocol's rules between them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tlm/pool.h"
#include "tlm/ports.h"
#include "tlm/protocol_rules.h"
#include "tlm/time.h"

namespace unibank::test {

using sc_core::sc_time;
using tlm::tlm_phase;
using tlm::tlm_sync_enum;

// What messages call the payloads of `Pair::payload`.
inline const std::string kRead = " (read of 32 bytes at 0x40)";

// A target and an initiator scripted for each call, the rules between them, and the rules' messages without socket and
// time.
class Pair : public FwIf, public BwIf {
 public:
  using Act = std::function<tlm_sync_enum(Payload&, tlm_phase&, sc_time&)>;

  Pair() : rules("socket", [this](const std::string& what) { said.push_back(what.substr(what.find(": at ") + 10)); }) {}

  Payload* payload(tlm::tlm_command command = tlm::TLM_READ_COMMAND) {
    Payload* const made = pool.get();
    made->set_command(command);
    made->set_address(64);
    made->set_data_length(32);
    return made;
  }
  tlm_sync_enum forward(Payload& payload, tlm_phase phase, unsigned cycle = 0) {
    sc_time delay = cycles(cycle);
    return rules.forward(*this, payload, phase, delay);
  }
  tlm_sync_enum backward(Payload& payload, tlm_phase phase, unsigned cycle = 0) {
    sc_time delay = cycles(cycle);
    return rules.backward(*this, payload, phase, delay);
  }
  // A request that the target accepts; its response is not yet known.
  Payload& accepted(tlm::tlm_command command = tlm::TLM_READ_COMMAND) {
    Payload& made = *payload(command);
    target = returns(tlm::TLM_UPDATED, tlm::END_REQ);
    forward(made, tlm::BEGIN_REQ);
    return made;
  }
  // The same, but the response is known and not yet sent.
  Payload& answerable() {
    Payload& made = accepted();
    made.set_response_status(tlm::TLM_OK_RESPONSE);
    return made;
  }
  static Act returns(tlm_sync_enum status, tlm_phase phase = tlm::UNINITIALIZED_PHASE, unsigned cycle = 0) {
    return [=](Payload&, tlm_phase& sent, sc_time& delay) {
      if (phase != tlm::UNINITIALIZED_PHASE) sent = phase;
      delay += cycles(cycle);
      return status;
    };
  }
  static Act completes(tlm::tlm_response_status response = tlm::TLM_OK_RESPONSE, unsigned cycle = 1) {
    return [=](Payload& payload, tlm_phase&, sc_time& delay) {
      payload.set_response_status(response);
      delay += cycles(cycle);
      return tlm::TLM_COMPLETED;
    };
  }

  PayloadPool<Payload> pool;
  Act target = returns(tlm::TLM_ACCEPTED), initiator = returns(tlm::TLM_COMPLETED);
  std::vector<std::string> said;
  ProtocolRules rules;

 private:
  tlm_sync_enum nb_transport_fw(Payload& p, tlm_phase& phase, sc_time& t) override { return target(p, phase, t); }
  tlm_sync_enum nb_transport_bw(Payload& p, tlm_phase& phase, sc_time& t) override { return initiator(p, phase, t); }
  void b_transport(Payload& payload, sc_time& delay) override {
    tlm_phase phase = tlm::BEGIN_REQ;
    target(payload, phase, delay);
  }
  unsigned transport_dbg(Payload&) override { return 0; }
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
};

using Said = std::vector<std::string>;

}  // namespace unibank::test
