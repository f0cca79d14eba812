#include "sm/narrow_banks.h"

#include <string>

#include "tlm/protocol.h"
#include "tlm/time.h"

namespace unibank {

NarrowBankGroup::NarrowBankGroup(const sc_core::sc_module_name& name, const NarrowBankParameters& parameters)
    : sc_module(name), parameters_(parameters), port_("port", this) {
  for (unsigned bank = 0; bank < kNarrowBanksPerGroup; ++bank) {
    cores_.emplace_back(parameters.bank_bytes / kNarrowBankWidth, kNarrowBankWidth, parameters.check_ports);
    banks_.push_back(std::make_unique<NarrowBank>(("bank" + std::to_string(bank)).c_str()));
  }
}

NarrowBankGroup::Place NarrowBankGroup::place_of(std::uint64_t address) {
  if (address >= std::uint64_t{parameters_.bank_bytes} * kNarrowBanksPerGroup) return {};
  const unsigned at = static_cast<unsigned>(address), bank = at / parameters_.bank_bytes;
  return {&cores_[bank], at - bank * parameters_.bank_bytes};
}

void NarrowBankGroup::prefetch(unsigned /*port*/, std::uint64_t address) const {
  const unsigned at = static_cast<unsigned>(address);
  cores_[at / parameters_.bank_bytes].prefetch(at % parameters_.bank_bytes);
}

void NarrowBankGroup::access(Payload& payload, const Place& place) {
  if (!place.bank) return payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  access_bank(*place.bank, place.address, payload);
}

tlm::tlm_sync_enum NarrowBankGroup::request(unsigned /*port*/, Payload& payload, tlm::tlm_phase& phase,
                                            sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) protocol_error(name(), "only BEGIN_REQ is expected here");
  const Place place = place_of(payload.get_address());
  if (place.bank && parameters_.check_ports) place.bank->check_port(payload.is_write(), due_cycle(delay));
  access(payload, place);
  delay += next_cycle_delay();
  return tlm::TLM_COMPLETED;
}

void NarrowBankGroup::request_blocking(unsigned /*port*/, Payload& payload) {
  access(payload, place_of(payload.get_address()));
}

}  // namespace unibank
