#include "sm/sm_cluster.h"

#include <algorithm>
#include <string>

#include "tlm/protocol.h"

namespace unibank {

SmCluster::SmCluster(const sc_core::sc_module_name& name, const ClusterParameters& parameters,
                     const BankFactory& make_bank)
    : sc_module(name),
      bank_bytes_(parameters.bank.rows * kBankWidth),
      bytes_(std::uint64_t{bank_bytes_} * parameters.banks),
      banks_(parameters.banks) {
  sources_.push_back(std::make_unique<TargetPort<SmCluster>>("registers", this, kRegisters));
  if (parameters.memory_socket) {
    sources_.push_back(std::make_unique<TargetPort<SmCluster>>("memory", this, kMemory));
  }
  for (unsigned i = 0; i < banks_.size(); ++i) {
    Bank& bank = banks_[i];
    bank.seat = make_bank(("bank" + std::to_string(i)).c_str(), parameters.bank);
    bank.port = std::make_unique<InitiatorPort<SmCluster>>(("to_bank" + std::to_string(i)).c_str(), this, i);
    bank.port->bind(bank.seat->socket());
  }
}

tlm::tlm_sync_enum SmCluster::request(unsigned source, Payload& payload, tlm::tlm_phase& phase,
                                      sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) protocol_error(name(), "only BEGIN_REQ is expected here");
  const std::uint64_t address = payload.get_address();
  if (address >= bytes_) return refuse(payload, phase, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  const unsigned index = static_cast<unsigned>(address) / bank_bytes_;
  Bank& bank = banks_[index];
  payload.set_address(address - std::uint64_t{index} * bank_bytes_);
  if (bank.unaccepted) return hold(bank, source, payload);
  const tlm::tlm_sync_enum status = bank.port->send(payload, phase, delay);
  if (status != tlm::TLM_COMPLETED) keep(bank, source, payload, status);
  return status;
}

void SmCluster::request_blocking(unsigned /*source*/, Payload& payload) {
  const std::uint64_t index = payload.get_address() / bank_bytes_;
  if (index >= banks_.size()) return payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  payload.set_address(payload.get_address() - index * bank_bytes_);
  sc_core::sc_time none = sc_core::SC_ZERO_TIME;
  (*banks_[index].port)->b_transport(payload, none);
}

tlm::tlm_sync_enum SmCluster::hold(Bank& bank, unsigned source, Payload& payload) {
  if (bank.held.payload) protocol_error(name(), "a socket sends while its last request is not accepted");
  payload.acquire();
  bank.held = {&payload, source};
  return tlm::TLM_ACCEPTED;
}

void SmCluster::keep(Bank& bank, unsigned source, Payload& payload, tlm::tlm_sync_enum status) {
  payload.acquire();
  bank.outstanding.push_back({&payload, source});
  if (status == tlm::TLM_ACCEPTED) bank.unaccepted = &payload;
}

void SmCluster::answered(unsigned index, Payload& payload, const tlm::tlm_phase& phase,
                         const sc_core::sc_time& delay) {
  Bank& bank = banks_[index];
  const auto it = std::find_if(bank.outstanding.begin(), bank.outstanding.end(),
                               [&](const Outstanding& one) { return one.payload == &payload; });
  if (it == bank.outstanding.end()) protocol_error(name(), "a bank answers a request that it does not have");
  const unsigned source = it->source;
  if (bank.unaccepted == &payload) bank.unaccepted = nullptr;  // BEGIN_RESP implies END_REQ
  if (phase == tlm::BEGIN_RESP) bank.outstanding.erase(it);
  answer(source, payload, phase, delay);
  if (phase == tlm::BEGIN_RESP) payload.release();
  if (bank.held.payload && !bank.unaccepted) send_held(bank);
}

void SmCluster::send_held(Bank& bank) {
  const Outstanding held = bank.held;
  bank.held.payload = nullptr;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  const tlm::tlm_sync_enum status = bank.port->send(*held.payload, phase, delay);
  if (status == tlm::TLM_COMPLETED) {
    answer(held.source, *held.payload, tlm::BEGIN_RESP, delay);
  } else {
    keep(bank, held.source, *held.payload, status);
    if (status == tlm::TLM_UPDATED) answer(held.source, *held.payload, tlm::END_REQ, delay);
  }
  held.payload->release();
}

}  // namespace unibank
