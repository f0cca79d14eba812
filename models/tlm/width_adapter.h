// Connects sockets of different widths: the same payloads, phases and times on both sides. The width is the number of
// bytes that a bus moves at once; a base-protocol payload may be longer, and the target determines its time.
#pragma once

#include "tlm/ports.h"

namespace unibank {

template <unsigned kInitiatorBits = kSocketBits, unsigned kTargetBits = 32>
class WidthAdapter : public sc_core::sc_module, private FwIf, private BwIf {
  static_assert(kInitiatorBits % 8 == 0 && kTargetBits % 8 == 0 && kInitiatorBits != 0 && kTargetBits != 0,
                "a socket has whole bytes");

 public:
  explicit WidthAdapter(const sc_core::sc_module_name& name)
      : sc_module(name), target("target"), initiator("initiator") {
    target.bind(static_cast<FwIf&>(*this));
    initiator.bind(static_cast<BwIf&>(*this));
  }
  tlm::tlm_target_socket<kInitiatorBits> target;      // for the initiator
  tlm::tlm_initiator_socket<kTargetBits> initiator;   // to the target

 private:
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override {
    return initiator->nb_transport_fw(payload, phase, delay);
  }
  void b_transport(Payload& payload, sc_core::sc_time& delay) override { initiator->b_transport(payload, delay); }
  unsigned transport_dbg(Payload& payload) override { return initiator->transport_dbg(payload); }
  bool get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) override {
    return initiator->get_direct_mem_ptr(payload, dmi);
  }
  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override {
    return target->nb_transport_bw(payload, phase, delay);
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override {
    target->invalidate_direct_mem_ptr(first, last);
  }
};

}  // namespace unibank
