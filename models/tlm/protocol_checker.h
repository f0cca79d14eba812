// Checks the calls on a socket against the TLM-2.0 base protocol (protocol_rules.h). A violation is a RunError that
// names the socket, the time and the request, unless a handler is given. Nothing is delayed or changed, so a model with
// checkers has the same cycles as one without.
#pragma once

#include "tlm/protocol_rules.h"

namespace unibank {

// For any socket: initiator.bind(checker.target); checker.initiator.bind(target).
template <unsigned kBits = kSocketBits>
class ProtocolChecker : public sc_core::sc_module, private FwIf, private BwIf {
 public:
  explicit ProtocolChecker(const sc_core::sc_module_name& name, ProtocolRules::OnViolation on_violation = {})
      : sc_module(name),
        target("target"),
        initiator("initiator"),
        rules_(this->name(), std::move(on_violation)) {
    target.bind(static_cast<FwIf&>(*this));
    initiator.bind(static_cast<BwIf&>(*this));
  }

  tlm::tlm_target_socket<kBits> target;
  tlm::tlm_initiator_socket<kBits> initiator;

  std::size_t in_flight() const { return rules_.in_flight(); }

 private:
  FwIf& forwards() { return *initiator.operator->(); }
  BwIf& backwards() { return *target.operator->(); }

  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override {
    return rules_.forward(forwards(), payload, phase, delay);
  }
  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override {
    return rules_.backward(backwards(), payload, phase, delay);
  }
  void b_transport(Payload& payload, sc_core::sc_time& delay) override {
    rules_.blocking(forwards(), payload, delay);
  }
  unsigned transport_dbg(Payload& payload) override { return forwards().transport_dbg(payload); }
  bool get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) override {
    return forwards().get_direct_mem_ptr(payload, dmi);
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override {
    backwards().invalidate_direct_mem_ptr(first, last);
  }

  ProtocolRules rules_;
};

// Checks, without a module, every InitiatorPort that is built from now on, for example every socket of a Gpu. Blocking
// calls are not checked.
void check_every_socket();

}  // namespace unibank
