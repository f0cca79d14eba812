// TLM-2.0 sockets of 128 bits (or another width) that call their owner directly: a base-protocol socket bound to a
// class that implements the transport interface itself costs a sixth of the tlm_utils convenience sockets.
//
// The protocol on every socket of this model (README.md of this folder): nb_transport, base protocol.
//   - BEGIN_REQ returns TLM_COMPLETED with the delay annotated; or TLM_UPDATED + END_REQ (accepted, response comes
//     later); or TLM_ACCEPTED (not yet accepted: no further request on this socket until END_REQ or BEGIN_RESP).
//   - BEGIN_RESP on the backward path always returns TLM_COMPLETED.
#pragma once

#include <cstdint>
#include <memory>
#include <systemc>
#include <tlm>

namespace unibank {

constexpr unsigned kSocketBits = 128;
constexpr unsigned kWideSocketBits = 1024;  // a register of a warp, or a line

using FwIf = tlm::tlm_fw_transport_if<>;
using BwIf = tlm::tlm_bw_transport_if<>;
using Payload = tlm::tlm_generic_payload;
using TargetSocket = tlm::tlm_target_socket<kSocketBits>;
using InitiatorSocket = tlm::tlm_initiator_socket<kSocketBits>;
using WideTargetSocket = tlm::tlm_target_socket<kWideSocketBits>;
using WideInitiatorSocket = tlm::tlm_initiator_socket<kWideSocketBits>;

// Sits between an InitiatorPort and the target that its socket is bound to: every non-blocking call of both
// directions passes through it (protocol_checker.h).
class SocketTap : public FwIf, public BwIf {
 public:
  void before(BwIf& initiator) { initiator_ = &initiator; }
  void behind(FwIf& target) { target_ = &target; }

 protected:
  BwIf* initiator_ = nullptr;
  FwIf* target_ = nullptr;  // from the end of elaboration on
};

// Creates the tap of every InitiatorPort that is built from now on; `socket` is the name of its socket. Null: no taps
// and no cost.
using MakeSocketTap = std::unique_ptr<SocketTap> (*)(const char* socket);
inline MakeSocketTap make_socket_tap = nullptr;

// Target side. Owner: tlm_sync_enum request(unsigned port, Payload&, tlm_phase&, sc_time&), and
// request_blocking(unsigned port, Payload&); and, if the owner supports transport_dbg, unsigned request_debug(unsigned
// port, Payload&).
template <typename Owner, unsigned kBits = kSocketBits>
class TargetPort : public tlm::tlm_target_socket<kBits>, public FwIf {
 public:
  TargetPort(const char* name, Owner* owner, unsigned port = 0)
      : tlm::tlm_target_socket<kBits>(name), owner_(owner), port_(port) {
    this->bind(static_cast<FwIf&>(*this));
  }
  Owner& owner() { return *owner_; }
  // Calls the backward path, for responses.
  tlm::tlm_sync_enum answer(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    return (*this)->nb_transport_bw(payload, phase, delay);
  }

 private:
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override {
    return owner_->request(port_, payload, phase, delay);
  }
  // The model is timed only by nb_transport; a blocking call changes the state without time.
  void b_transport(Payload& payload, sc_core::sc_time&) override { owner_->request_blocking(port_, payload); }
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(Payload& payload) override { return debug(*owner_, port_, payload, 0); }
  template <typename Any>
  static auto debug(Any& owner, unsigned port, Payload& payload, int) -> decltype(owner.request_debug(port, payload)) {
    return owner.request_debug(port, payload);
  }
  template <typename Any>
  static unsigned debug(Any&, unsigned, Payload&, long) {
    return 0;
  }

  Owner* owner_;
  unsigned port_;
};

// The forward path from an initiator's socket to its target. This is the model's most frequent call, so the target is
// looked up only once, at the end of elaboration.
class ForwardPath {
 public:
  ForwardPath() = default;
  explicit ForwardPath(FwIf& target) : target_(&target) {}
  // Sends BEGIN_REQ. A target that returns BEGIN_RESP has completed early: END_RESP is sent here, and the caller sees
  // TLM_COMPLETED.
  tlm::tlm_sync_enum send(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) const {
    const tlm::tlm_sync_enum status = target_->nb_transport_fw(payload, phase, delay);
    return status == tlm::TLM_COMPLETED ? status : other_answer(status, payload, phase, delay);
  }

 private:
  [[gnu::noinline]] tlm::tlm_sync_enum other_answer(tlm::tlm_sync_enum status, Payload& payload,
                                                    const tlm::tlm_phase& phase,
                                                    const sc_core::sc_time& delay) const {
    if (status != tlm::TLM_UPDATED || phase != tlm::BEGIN_RESP) return status;
    tlm::tlm_phase end = tlm::END_RESP;
    sc_core::sc_time same_time = delay;
    target_->nb_transport_fw(payload, end, same_time);
    return tlm::TLM_COMPLETED;
  }
  tlm::tlm_fw_nonblocking_transport_if<>* target_ = nullptr;  // FwIf's virtual base, which saves one offset lookup
};

// Initiator side. Owner: void answered(unsigned port, Payload&, const tlm_phase&, const sc_time&), called for END_REQ
// and BEGIN_RESP on the backward path; the response is completed on return.
template <typename Owner, unsigned kBits = kSocketBits>
class InitiatorPort : public tlm::tlm_initiator_socket<kBits>, private BwIf {
 public:
  InitiatorPort(const char* name, Owner* owner, unsigned port = 0)
      : tlm::tlm_initiator_socket<kBits>(name), owner_(owner), port_(port) {
    if (make_socket_tap) tap_ = make_socket_tap(this->name());
    if (tap_) tap_->before(*this);
    this->bind(tap_ ? static_cast<BwIf&>(*tap_) : *this);
  }
  // Sends BEGIN_REQ (see ForwardPath).
  tlm::tlm_sync_enum send(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    return path_.send(payload, phase, delay);
  }
  // Valid from the end of elaboration on.
  const ForwardPath& path() const { return path_; }

 private:
  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override {
    const bool last = phase == tlm::BEGIN_RESP;
    owner_->answered(port_, payload, phase, delay);
    return last ? tlm::TLM_COMPLETED : tlm::TLM_ACCEPTED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
  void end_of_elaboration() override {
    FwIf* const target = (*this).operator->();
    if (tap_) tap_->behind(*target);
    path_ = ForwardPath(tap_ ? *tap_ : *target);
  }

  Owner* owner_;
  unsigned port_;
  std::unique_ptr<SocketTap> tap_;  // null: no tap
  ForwardPath path_;  // to the target of the socket, or to its tap
};

}  // namespace unibank
