#include "sm/crossbar.h"

#include <string>

#include "block/factories.h"
#include "tlm/protocol.h"
#include "tlm/time.h"

namespace unibank {

Crossbar::Crossbar(const sc_core::sc_module_name& name, const CrossbarParameters& parameters)
    : sc_module(name), one_cycle_(cycles(1)), transfers_(parameters.ports, 0) {
  std::uint64_t end = 0;
  for (const std::uint64_t bytes : parameters.range_bytes) ends_.push_back(end += bytes);
  for (unsigned port = 0; port < parameters.ports; ++port) {
    const std::string number = std::to_string(port);
    targets_.push_back(std::make_unique<TargetPort<Crossbar>>(("port" + number).c_str(), this, port));
    for (unsigned range = 0; range < ranges(); ++range) {
      initiators_.push_back(std::make_unique<InitiatorPort<Crossbar>>(
          ("to" + number + "_" + std::to_string(range)).c_str(), this, port * ranges() + range));
    }
  }
}

WideTargetSocket* Crossbar::lines() {
  if (ports() != LineRows::kPorts) return nullptr;
  if (!lines_) lines_ = std::make_unique<LineRows>(ends_);
  return &lines_->socket();
}

void Crossbar::end_of_elaboration() {
  for (const auto& initiator : initiators_) paths_.push_back(initiator->path());
  for (unsigned range = 0; lines_ && range < ranges(); ++range) {
    std::array<FwIf*, LineRows::kPorts> targets;
    for (unsigned port = 0; port < targets.size(); ++port)
      targets[port] = initiators_[port * ranges() + range]->operator->();
    lines_->find_banks(range, targets);
  }
}

tlm::tlm_sync_enum Crossbar::request(unsigned port, Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) protocol_error(name(), "only BEGIN_REQ is expected here");
  std::uint64_t address = payload.get_address();
  const unsigned to = route(port, address);
  if (to == kNone) return refuse(payload, phase, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  payload.set_address(address);
  ++transfers_[port];
  const tlm::tlm_sync_enum status = paths_[to].send(payload, phase, delay);
  if (status == tlm::TLM_COMPLETED) delay += one_cycle_;
  return status;
}

void Crossbar::request_blocking(unsigned port, Payload& payload) {
  std::uint64_t address = payload.get_address();
  const unsigned to = route(port, address);
  if (to == kNone) return payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  payload.set_address(address);
  ++transfers_[port];
  sc_core::sc_time none = sc_core::SC_ZERO_TIME;
  (*initiators_[to])->b_transport(payload, none);
}

void Crossbar::answered(unsigned initiator, Payload& payload, const tlm::tlm_phase& phase,
                        const sc_core::sc_time& delay) {
  tlm::tlm_phase on = phase;
  sc_core::sc_time time = delay;
  if (phase == tlm::BEGIN_RESP) time += one_cycle_;
  targets_[initiator / ranges()]->answer(payload, on, time);
}

namespace {

const NativeBlock<CrossbarKind, Crossbar> kCrossbar("ports of 16 bytes in C++");

}  // namespace

}  // namespace unibank
