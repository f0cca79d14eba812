#include "sm/narrow_banks.h"

#include <string>

#include "block/factories.h"
#include "block/signals.h"
#include "tlm/protocol.h"
#include "tlm/time.h"

namespace unibank {

namespace {

// Returns the banks that hold bytes of a request that fits a row.
unsigned touched_banks(const Payload& payload) {
  const unsigned first = payload.get_address() % kBankWidth, length = payload.get_data_length();
  const unsigned char* enables = payload.get_byte_enable_ptr();
  if (!enables) {
    const unsigned last = (first + length - 1) / kNarrowBankWidth;
    return (2u << last) - (1u << first / kNarrowBankWidth);
  }
  unsigned banks = 0;
  for (unsigned i = 0; i < length; ++i) {
    if (enables[i % payload.get_byte_enable_length()]) banks |= 1u << (first + i) / kNarrowBankWidth;
  }
  return banks;
}

}  // namespace

namespace {

BankCore core_of(const NarrowBankParameters& p) {
  if (p.shared) return BankCore(*p.shared, p.port, false, p.follow_values);
  return BankCore(p.bank_bytes / kNarrowBankWidth, kBankWidth, false, p.follow_values);
}

}  // namespace

NarrowBankGroup::NarrowBankGroup(const sc_core::sc_module_name& name, const NarrowBankParameters& parameters)
    : sc_module(name),
      check_ports_(parameters.check_ports),
      rows_(core_of(parameters)),
      port_("port", this) {
  if (parameters.follow_values) writers_ = std::make_unique<WriterTable>(rows_.bytes());
  last_read_.fill(kNever);
  last_write_.fill(kNever);
  for (unsigned bank = 0; bank < kNarrowBanksPerGroup; ++bank) {
    banks_.push_back(std::make_unique<NarrowBank>(("bank" + std::to_string(bank)).c_str()));
  }
}

unsigned NarrowBankGroup::access(Payload& payload) {
  access_bank(rows_, payload.get_address(), payload, writers_.get());
  if (!payload.is_response_ok()) return 0;
  const unsigned banks = touched_banks(payload);
  std::uint64_t BankCounters::*const count = payload.is_write() ? &BankCounters::writes : &BankCounters::reads;
  for (unsigned bank = 0; bank < kNarrowBanksPerGroup; ++bank) counters_[bank].*count += banks >> bank & 1;
  return banks;
}

// Checks that the bank has at most one read and one write per cycle.
inline void NarrowBankGroup::check_port(unsigned bank, bool write, Cycle cycle) {
  Cycle& last = (write ? last_write_ : last_read_)[bank];
  counters_[bank].violations += last == cycle;
  last = cycle;
}
void NarrowBankGroup::check_ports(unsigned banks, bool write, Cycle cycle) {
  for (; banks != 0; banks &= banks - 1) check_port(static_cast<unsigned>(__builtin_ctz(banks)), write, cycle);
}

// Accesses the word of one bank; with arbitrated banks, every row of a warp is such a word. Returns false, without any
// effect, for any other access.
inline bool NarrowBankGroup::access_word(Payload& payload, const sc_core::sc_time& delay) {
  const std::uint64_t address = payload.get_address();
  const bool word = payload.get_data_length() == kNarrowBankWidth && address % kNarrowBankWidth == 0 &&
                    rows_.fits(address, kNarrowBankWidth) && !payload.get_byte_enable_ptr();
  if (!word || payload.get_command() == tlm::TLM_IGNORE_COMMAND) return false;
  const auto bank = static_cast<unsigned>(address / kNarrowBankWidth % kNarrowBanksPerGroup);
  const bool write = payload.is_write();
  if (write) {
    rows_.write_word(address, payload.get_data_ptr());
    ++counters_[bank].writes;
  } else {
    rows_.read(address, kNarrowBankWidth, payload.get_data_ptr());
    ++counters_[bank].reads;
  }
  if (check_ports_) check_port(bank, write, due_cycle(delay));
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  return true;
}

void NarrowBankGroup::access_words(std::uint64_t address, unsigned words, unsigned char* data, bool write, Cycle due) {
  for (unsigned bank = 0; bank < kNarrowBanksPerGroup; ++bank) {
    if (!(words >> bank & 1)) continue;
    const unsigned at = bank * kNarrowBankWidth;
    if (write) {
      rows_.write_word(address + at, data + at);
      ++counters_[bank].writes;
    } else {
      rows_.read(address + at, kNarrowBankWidth, data + at);
      ++counters_[bank].reads;
    }
  }
  if (check_ports_) check_ports(words, write, due);
}

BankCounters NarrowBankGroup::counters(unsigned bank_in_group) const {
  BankCounters counters = rows_.shared() ? rows_.shared()->counters(rows_.bank()) : BankCounters();
  counters.reads += counters_[bank_in_group].reads;
  counters.writes += counters_[bank_in_group].writes;
  counters.violations += counters_[bank_in_group].violations;
  counters.reads += row_reads_;
  counters.writes += row_writes_;
  return counters;
}

// Whole rows are the common case, handled here without a call (as in UnifiedBank).
tlm::tlm_sync_enum NarrowBankGroup::request(unsigned /*port*/, Payload& payload, tlm::tlm_phase& phase,
                                            sc_core::sc_time& delay) {
  const bool plain = phase == tlm::BEGIN_REQ && !writers_ && knows_next_cycle_delay();
  if (plain && !check_ports_ && access_row(rows_, rows_.bytes(), payload)) {
    ++(payload.is_write() ? row_writes_ : row_reads_);
  } else if (!plain || !access_word(payload, delay)) {
    return request_part(payload, phase, delay);
  }
  delay += found_next_cycle_delay;
  return tlm::TLM_COMPLETED;
}

tlm::tlm_sync_enum NarrowBankGroup::request_part(Payload& payload, const tlm::tlm_phase& phase,
                                                 sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) protocol_error(name(), "only BEGIN_REQ is expected here");
  const unsigned banks = access(payload);
  if (check_ports_) check_ports(banks, payload.is_write(), due_cycle(delay));
  delay += next_cycle_delay();
  return tlm::TLM_COMPLETED;
}

void NarrowBankGroup::request_blocking(unsigned /*port*/, Payload& payload) { access(payload); }

namespace {

const NativeBlock<NarrowBanksKind, NarrowBankGroup> kNarrowBankGroup("four banks of 4 bytes in C++");
const SignalDeclaration kNarrowBankSignals("banks", "reads and writes of every bank",
                                           {{"smN.scratchpadN.bankN.read", "1 in a cycle in which the bank is read"},
                                            {"smN.scratchpadN.bankN.write", "1 in a cycle in which it is written"},
                                            {"smN.cacheN.bankN.read", "1 in a cycle in which the bank is read"},
                                            {"smN.cacheN.bankN.write", "1 in a cycle in which it is written"},
                                            {"smN.poolN.bankN.read", "1 in a cycle in which the bank is read"},
                                            {"smN.poolN.bankN.write", "1 in a cycle in which it is written"}});

}  // namespace

}  // namespace unibank
