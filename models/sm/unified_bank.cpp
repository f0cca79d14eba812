#include "sm/unified_bank.h"

#include "block/factories.h"
#include "block/signals.h"
#include "tlm/protocol.h"
#include "tlm/time.h"

namespace unibank {

void access_bank(BankCore& core, std::uint64_t address, Payload& payload, WriterTable* writers) {
  const unsigned length = payload.get_data_length();
  const unsigned char* enables = payload.get_byte_enable_ptr();
  if (!core.fits(address, length)) return payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  if (payload.is_read()) {
    if (enables) return payload.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    core.read(address, length, payload.get_data_ptr());
  } else if (payload.is_write()) {
    if (enables) {
      const unsigned enable_length = payload.get_byte_enable_length();
      if (enable_length == 0) return payload.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
      core.write(address, length, payload.get_data_ptr(), enables, enable_length);
    } else {
      core.write(address, length, payload.get_data_ptr());
    }
  } else {
    return payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
  }
  if (writers) access_writers(*writers, address, payload);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

namespace {

BankCore core_of(const BankParameters& p) {
  if (p.shared) return BankCore(*p.shared, p.cluster, p.check_ports, p.follow_values);
  return BankCore(p.rows, kBankWidth, p.check_ports, p.follow_values);
}

}  // namespace

UnifiedBank::UnifiedBank(const sc_core::sc_module_name& name, const BankParameters& parameters)
    : sc_module(name), core_(core_of(parameters)) {
  if (parameters.follow_values) writers_ = std::make_unique<WriterTable>(core_.bytes());
  ports_.push_back(std::make_unique<TargetPort<UnifiedBank>>("registers", this, kRegisters));
  if (parameters.memory_socket) ports_.push_back(std::make_unique<TargetPort<UnifiedBank>>("memory", this, kMemory));
}

void UnifiedBank::end_of_elaboration() { next_cycle_delay(); }

// Rows of registers are most of the requests inside an Sm; handling them here without a call avoids saving CPU
// registers.
tlm::tlm_sync_enum UnifiedBank::request(unsigned /*port*/, Payload& payload, tlm::tlm_phase& phase,
                                        sc_core::sc_time& delay) {
  const bool plain = phase == tlm::BEGIN_REQ && access_row(core_, core_.unchecked_bytes(), payload);
  if (!plain) return request_any(payload, phase, delay);
  delay += found_next_cycle_delay;
  return tlm::TLM_COMPLETED;
}

tlm::tlm_sync_enum UnifiedBank::request_any(Payload& payload, const tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) protocol_error(name(), "only BEGIN_REQ is expected here");
  if (core_.checks_ports()) core_.check_port(payload.is_write(), due_cycle(delay));
  if (writers_ || !access_row(core_, core_.bytes(), payload)) {
    access_bank(core_, payload.get_address(), payload, writers_.get());
  }
  delay += next_cycle_delay();
  return tlm::TLM_COMPLETED;
}

void UnifiedBank::request_blocking(unsigned /*port*/, Payload& payload) {
  access_bank(core_, payload.get_address(), payload, writers_.get());
}

namespace {

const NativeBlock<UnifiedBankKind, UnifiedBank> kUnifiedBank("rows of 16 bytes in C++");
const SignalDeclaration kUnifiedBankSignals("banks", "reads and writes of every bank",
                                            {{"smN.clusterN.bankN.read", "1 in a cycle in which the bank is read"},
                                             {"smN.clusterN.bankN.write", "1 in a cycle in which it is written"}});

}  // namespace

}  // namespace unibank
