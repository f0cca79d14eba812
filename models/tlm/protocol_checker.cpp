#include "tlm/protocol_checker.h"

namespace unibank {

namespace {

class CheckingTap : public SocketTap {
 public:
  explicit CheckingTap(const char* socket) : rules_(socket) {}

 private:
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override {
    return rules_.forward(*target_, payload, phase, delay);
  }
  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override {
    return rules_.backward(*initiator_, payload, phase, delay);
  }
  void b_transport(Payload& payload, sc_core::sc_time& delay) override { rules_.blocking(*target_, payload, delay); }
  unsigned transport_dbg(Payload& payload) override { return target_->transport_dbg(payload); }
  bool get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) override {
    return target_->get_direct_mem_ptr(payload, dmi);
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override {
    initiator_->invalidate_direct_mem_ptr(first, last);
  }

  ProtocolRules rules_;
};

}  // namespace

void check_every_socket() {
  make_socket_tap = [](const char* socket) -> std::unique_ptr<SocketTap> {
    return std::make_unique<CheckingTap>(socket);
  };
}

}  // namespace unibank
