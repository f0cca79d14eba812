#include "sm/line_rows.h"

#include "cycle/row_groups.h"
#include "l1/line_request.h"
#include "tlm/protocol.h"
#include "tlm/time.h"

namespace unibank {

namespace {

constexpr unsigned kWordBytes = 4, kWordsAPort = kBankWidth / kWordBytes;

// Returns the enabled words: bit w stands for word w. 0: the byte enables are not allowed.
std::uint32_t words_of(const Payload& payload) {
  const unsigned char* const enables = payload.get_byte_enable_ptr();
  if (!enables) return kAllWords;
  if (payload.get_byte_enable_length() != SharedRows::kRowBytes) return 0;
  std::uint32_t words = 0;
  for (unsigned word = 0; word < SharedRows::kRowBytes / kWordBytes; ++word) {
    std::uint32_t bytes;
    std::memcpy(&bytes, enables + word * kWordBytes, sizeof bytes);
    if (bytes != 0 && bytes != ~std::uint32_t{0}) return 0;
    words |= (bytes & 1) << word;
  }
  return words;
}

// Returns the rows of `words`: bit p stands for the row of port p. 0: words of a row are missing.
unsigned rows_of(std::uint32_t words) {
  constexpr std::uint32_t kFirstWords = 0x11111111;
  const std::uint32_t first = words & kFirstWords;
  if (first * 0xf != words) return 0;
  unsigned rows = 0;
  for (unsigned port = 0; port < LineRows::kPorts; ++port) rows |= (first >> kWordsAPort * port & 1) << port;
  return rows;
}

// Returns the native bank or group of banks that a socket leads to. Null: the target is of another type.
const UnifiedBank* wide_bank(FwIf* target) {
  auto* const port = dynamic_cast<TargetPort<UnifiedBank>*>(target);
  return port && port->owner().is_plain_part() ? &port->owner() : nullptr;
}
NarrowBankGroup* narrow_banks(FwIf* target) {
  auto* const port = dynamic_cast<TargetPort<NarrowBankGroup>*>(target);
  return port && port->owner().is_plain_part() ? &port->owner() : nullptr;
}

}  // namespace

LineRows::LineRows(const std::vector<std::uint64_t>& ends)
    : two_cycles_(answer_delay(2)), target_("crossbar_lines", this) {
  std::uint64_t start = 0;
  for (const std::uint64_t end : ends) {
    ranges_.push_back({start, end, nullptr, {}, false});
    start = end;
  }
}

void LineRows::find_banks(unsigned number, const std::array<FwIf*, kPorts>& targets) {
  Range& range = ranges_[number];
  bool together = true;
  for (unsigned port = 0; port < kPorts; ++port) {
    const UnifiedBank* const wide = wide_bank(targets[port]);
    range.groups[port] = narrow_banks(targets[port]);
    const BankCore* const core = wide ? &wide->core() : range.groups[port] ? &range.groups[port]->core() : nullptr;
    together = together && core && core->bank() == port && (port == 0 || core->shared() == range.rows) &&
               (range.groups[port] == nullptr) == (range.groups[0] == nullptr);
    if (!together) break;
    range.rows = core->shared();
    range.check_ports = wide ? core->checks_ports() : range.groups[port]->checks_ports();
  }
  if (!together) range.rows = nullptr;
  from_ = kNone;
  for (auto one = ranges_.rbegin(); one != ranges_.rend() && one->rows; ++one) from_ = one->start;
}

const LineRows::Range* LineRows::range_of(std::uint64_t address) const {
  for (const Range& range : ranges_) {
    if (address < range.end) return range.rows && address % kBankWidth == 0 ? &range : nullptr;
  }
  return nullptr;
}

tlm::tlm_sync_enum LineRows::request(unsigned /*port*/, Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) protocol_error(target_.name(), "only BEGIN_REQ is expected here");
  const tlm::tlm_response_status status = access(payload, delay);
  if (status != tlm::TLM_OK_RESPONSE) return refuse(payload, phase, status);
  payload.set_response_status(status);
  delay += two_cycles_;
  return tlm::TLM_COMPLETED;
}

void LineRows::request_blocking(unsigned /*port*/, Payload& payload) {
  payload.set_response_status(access(payload, sc_core::SC_ZERO_TIME));
}

// The common case is a whole line.
tlm::tlm_response_status LineRows::access(Payload& payload, const sc_core::sc_time& delay) {
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  if (payload.get_data_length() != SharedRows::kRowBytes) return tlm::TLM_BURST_ERROR_RESPONSE;
  const Range* const range = range_of(payload.get_address());
  if (!range) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (payload.get_byte_enable_ptr() || range->check_ports) return access_words(*range, payload, due_cycle(delay));
  access_banks(*range, payload, SharedRows::kAllBanks, 0);
  return tlm::TLM_OK_RESPONSE;
}

tlm::tlm_response_status LineRows::access_words(const Range& range, Payload& payload, Cycle due) {
  const std::uint32_t words = words_of(payload);
  if (words == 0) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (range.groups[0]) {
    access_groups(range, payload, words, due);
    return tlm::TLM_OK_RESPONSE;
  }
  const unsigned banks = rows_of(words);
  if (banks == 0) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  access_banks(range, payload, banks, due);
  return tlm::TLM_OK_RESPONSE;
}

// Accesses banks whose rows have 16 bytes.
void LineRows::access_banks(const Range& range, Payload& payload, unsigned banks, Cycle due) {
  const auto row = static_cast<unsigned>((payload.get_address() - range.start) * SharedRows::kBanks);
  const bool write = payload.is_write();
  if (write) {
    range.rows->write(row, banks, payload.get_data_ptr());
  } else {
    range.rows->read(row, banks, payload.get_data_ptr());
  }
  if (range.check_ports) range.rows->check_ports(banks, write, due);
  if (banks == SharedRows::kAllBanks) {
    ++whole_;
    return;
  }
  for (unsigned port = 0; port < kPorts; ++port) transfers_[port] += banks >> port & 1;
}

// Accesses the words of 4-byte banks.
void LineRows::access_groups(const Range& range, Payload& payload, std::uint32_t words, Cycle due) {
  for (unsigned port = 0; port < kPorts; ++port) {
    const unsigned touched = words >> kWordsAPort * port & 0xf;
    if (touched == 0) continue;
    range.groups[port]->access_words(payload.get_address() - range.start, touched,
                                     payload.get_data_ptr() + port * kBankWidth, payload.is_write(), due);
    transfers_[port] += RowGroups::rows_of(touched, true, range.check_ports);
  }
}

}  // namespace unibank
