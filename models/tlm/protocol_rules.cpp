#include "tlm/protocol_rules.h"

#include <algorithm>
#include <cstring>
#include <sstream>

#include "base/input_error.h"
#include "tlm/time.h"

namespace unibank {

namespace {

constexpr const char* kUnheld = "the payload has no reference";

// The digest is cheap, because it is computed for every write, and sufficient to detect a changed byte.
std::uint64_t digest_of(std::uint64_t digest, const unsigned char* bytes, unsigned length) {
  std::uint64_t word = 0;
  for (; length >= sizeof word; bytes += sizeof word, length -= sizeof word) {
    std::memcpy(&word, bytes, sizeof word);
    digest = (digest << 7 | digest >> 57) + word;
  }
  for (; length != 0; --length) digest = (digest << 7 | digest >> 57) + *bytes++;
  return digest;
}

// "BEGIN_REQ"
std::string text_of(const tlm::tlm_phase& phase) {
  std::ostringstream text;
  text << phase;
  return text.str();
}

const char* text_of(tlm::tlm_sync_enum status) {
  switch (status) {
    case tlm::TLM_ACCEPTED: return "TLM_ACCEPTED";
    case tlm::TLM_UPDATED: return "TLM_UPDATED";
    case tlm::TLM_COMPLETED: return "TLM_COMPLETED";
  }
  return "an unknown status";
}

// " (read of 128 bytes at 0x1000)"
std::string text_of(const Payload& payload) {
  std::ostringstream text;
  text << " (" << (payload.is_read() ? "read" : payload.is_write() ? "write" : "nothing") << " of "
       << payload.get_data_length() << " bytes at 0x" << std::hex << payload.get_address() << ")";
  return text.str();
}

sc_core::sc_time in(const sc_core::sc_time& delay) { return present() + delay; }

}  // namespace

ProtocolRules::Attributes::Attributes(const Payload& payload)
    : command(payload.get_command()),
      data(payload.get_data_ptr()),
      enables(payload.get_byte_enable_ptr()),
      length(payload.get_data_length()),
      enable_length(payload.get_byte_enable_length()),
      streaming_width(payload.get_streaming_width()),
      bytes(0) {
  if (payload.is_write() && data) bytes = digest_of(bytes, data, length);
  if (enables) bytes = digest_of(bytes, enables, enable_length);
}

const char* ProtocolRules::Attributes::change(const Attributes& other) const {
  if (command != other.command) return "command";
  if (data != other.data) return "data pointer";
  if (length != other.length) return "data length";
  if (enables != other.enables) return "byte enable pointer";
  if (enables && enable_length != other.enable_length) return "byte enable length";
  if (streaming_width != other.streaming_width) return "streaming width";
  return bytes != other.bytes ? "data of a write, or byte enables," : nullptr;
}

ProtocolRules::ProtocolRules(std::string socket, OnViolation on_violation)
    : socket_(std::move(socket)), on_violation_(std::move(on_violation)) {}

void ProtocolRules::violation(const std::string& what, const Payload* payload) const {
  const std::string message =
      socket_ + ": at " + present().to_string() + ": " + what + (payload ? text_of(*payload) : "");
  if (!on_violation_) throw RunError(message);
  on_violation_(message);
}

// Searches from the youngest: the youngest transactions are searched for most often.
ProtocolRules::Transaction* ProtocolRules::find(const Payload& payload) {
  const auto found = std::find_if(transactions_.rbegin(), transactions_.rend(),
                                  [&](const Transaction& one) { return one.payload == &payload; });
  return found == transactions_.rend() ? nullptr : &*found;
}

ProtocolRules::Transaction* ProtocolRules::find(std::uint64_t number) {
  const auto found = std::find_if(transactions_.rbegin(), transactions_.rend(),
                                  [&](const Transaction& one) { return one.number == number; });
  return found == transactions_.rend() ? nullptr : &*found;
}

void ProtocolRules::erase(const Transaction& transaction) {
  if (requesting_ == transaction.number) requesting_ = kNone;
  if (responding_ == transaction.number) responding_ = kNone;
  transactions_.erase(transactions_.begin() + (&transaction - transactions_.data()));
}

tlm::tlm_sync_enum ProtocolRules::forward(FwIf& target, Payload& payload, tlm::tlm_phase& phase,
                                          sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) return request(target, payload, phase, delay);
  if (phase == tlm::END_RESP) return response_end(target, payload, phase, delay);
  if (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP || phase == tlm::UNINITIALIZED_PHASE)
    violation(text_of(phase) + " on the forward path", &payload);
  return target.nb_transport_fw(payload, phase, delay);
}

tlm::tlm_sync_enum ProtocolRules::backward(BwIf& initiator, Payload& payload, tlm::tlm_phase& phase,
                                           sc_core::sc_time& delay) {
  if (phase == tlm::END_REQ) return request_end(initiator, payload, phase, delay);
  if (phase == tlm::BEGIN_RESP) return response(initiator, payload, phase, delay);
  if (phase == tlm::BEGIN_REQ || phase == tlm::END_RESP || phase == tlm::UNINITIALIZED_PHASE)
    violation(text_of(phase) + " on the backward path", &payload);
  return initiator.nb_transport_bw(payload, phase, delay);
}

void ProtocolRules::blocking(FwIf& target, Payload& payload, sc_core::sc_time& delay) {
  check_new(payload);
  const Attributes before(payload);
  const sc_core::sc_time begin = in(delay);
  target.b_transport(payload, delay);
  if (const char* changed = before.change(Attributes(payload)))
    violation(std::string("the ") + changed + " changed in flight", &payload);
  check_answer(payload);
  check_time(begin, delay);
}

// Calls on the backward path may accept, answer and end the request before the target's function returns.
tlm::tlm_sync_enum ProtocolRules::request(FwIf& target, Payload& payload, tlm::tlm_phase& phase,
                                          sc_core::sc_time& delay) {
  const sc_core::sc_time sent = delay;
  const std::uint64_t number = begin_request(payload, delay);
  const tlm::tlm_sync_enum status = target.nb_transport_fw(payload, phase, delay);
  if (status == tlm::TLM_ACCEPTED) {
    check_unchanged(tlm::BEGIN_REQ, phase, sent, delay);
  } else if (status == tlm::TLM_COMPLETED) {
    complete(find(number), payload, delay);
  } else if (status == tlm::TLM_UPDATED && phase == tlm::END_REQ) {
    end_request(find(number), payload, delay);
  } else if (status == tlm::TLM_UPDATED && phase == tlm::BEGIN_RESP) {
    begin_response(find(number), payload, delay);
  } else {
    violation(std::string(text_of(status)) + " with " + text_of(phase) + " in return for BEGIN_REQ");
  }
  return status;
}

tlm::tlm_sync_enum ProtocolRules::response_end(FwIf& target, Payload& payload, tlm::tlm_phase& phase,
                                               sc_core::sc_time& delay) {
  const sc_core::sc_time sent = delay;
  Transaction* const transaction = find(payload);
  if (transaction && transaction->stage == Stage::kResponding) {
    check_kept(*transaction, payload);
    end_response(transaction, delay);
  } else {
    violation("END_RESP without BEGIN_RESP", &payload);
  }
  const tlm::tlm_sync_enum status = target.nb_transport_fw(payload, phase, delay);
  if (status == tlm::TLM_UPDATED) violation("TLM_UPDATED in return for END_RESP");
  if (status == tlm::TLM_ACCEPTED) check_unchanged(tlm::END_RESP, phase, sent, delay);
  return status;
}

tlm::tlm_sync_enum ProtocolRules::request_end(BwIf& initiator, Payload& payload, tlm::tlm_phase& phase,
                                              sc_core::sc_time& delay) {
  const sc_core::sc_time sent = delay;
  end_request(find(payload), payload, delay);
  const tlm::tlm_sync_enum status = initiator.nb_transport_bw(payload, phase, delay);
  if (status != tlm::TLM_ACCEPTED) violation(std::string(text_of(status)) + " in return for END_REQ");
  if (status == tlm::TLM_ACCEPTED) check_unchanged(tlm::END_REQ, phase, sent, delay);
  return status;
}

// When the initiator has returned, the payload may no longer exist.
tlm::tlm_sync_enum ProtocolRules::response(BwIf& initiator, Payload& payload, tlm::tlm_phase& phase,
                                           sc_core::sc_time& delay) {
  const sc_core::sc_time sent = delay;
  Transaction* const transaction = find(payload);
  const std::uint64_t number = transaction ? transaction->number : kNone;
  begin_response(transaction, payload, delay);
  const tlm::tlm_sync_enum status = initiator.nb_transport_bw(payload, phase, delay);
  if (status == tlm::TLM_ACCEPTED) {
    check_unchanged(tlm::BEGIN_RESP, phase, sent, delay);
  } else if (status == tlm::TLM_COMPLETED || (status == tlm::TLM_UPDATED && phase == tlm::END_RESP)) {
    end_response(find(number), delay);
  } else {
    violation(std::string(text_of(status)) + " with " + text_of(phase) + " in return for BEGIN_RESP");
  }
  return status;
}

std::uint64_t ProtocolRules::begin_request(const Payload& payload, const sc_core::sc_time& delay) {
  if (const Transaction* before = find(payload)) {
    violation("BEGIN_REQ of a payload that is in flight", &payload);
    erase(*before);
  }
  if (requesting_ != kNone) violation("BEGIN_REQ before END_REQ of the last request", &payload);
  if (!payload.has_mm()) violation("the payload has no memory manager", &payload);
  check_new(payload);
  if (payload.has_mm() && payload.get_ref_count() < 1) violation(kUnheld, &payload);
  transactions_.push_back({++last_, &payload, Stage::kRequested, in(delay), Attributes(payload)});
  return requesting_ = last_;
}

void ProtocolRules::end_request(Transaction* transaction, const Payload& payload, const sc_core::sc_time& delay) {
  if (!transaction) return violation("END_REQ of a request that is not in flight", &payload);
  if (transaction->stage != Stage::kRequested)
    return violation(transaction->stage == Stage::kAccepted ? "END_REQ twice" : "END_REQ after BEGIN_RESP", &payload);
  transaction->time = check_time(transaction->time, delay);
  check_kept(*transaction, payload);
  transaction->stage = Stage::kAccepted;
  if (requesting_ == transaction->number) requesting_ = kNone;
}

void ProtocolRules::begin_response(Transaction* transaction, const Payload& payload, const sc_core::sc_time& delay) {
  if (!transaction) return violation("BEGIN_RESP of a request that is not in flight", &payload);
  if (transaction->stage == Stage::kResponding) return violation("BEGIN_RESP twice", &payload);
  if (responding_ != kNone) violation("BEGIN_RESP before END_RESP of the last response", &payload);
  transaction->time = check_time(transaction->time, delay);
  check_kept(*transaction, payload);
  check_answer(payload);
  transaction->stage = Stage::kResponding;
  if (requesting_ == transaction->number) requesting_ = kNone;
  responding_ = transaction->number;
}

void ProtocolRules::end_response(Transaction* transaction, const sc_core::sc_time& delay) {
  if (!transaction) return violation("the response ended twice");
  check_time(transaction->time, delay);
  erase(*transaction);
}

void ProtocolRules::complete(Transaction* transaction, const Payload& payload, const sc_core::sc_time& delay) {
  if (!transaction || transaction->stage == Stage::kResponding)
    return violation("TLM_COMPLETED in return for BEGIN_REQ, after BEGIN_RESP");
  transaction->time = check_time(transaction->time, delay);
  check_kept(*transaction, payload);
  check_answer(payload);
  erase(*transaction);
}

void ProtocolRules::check_new(const Payload& payload) {
  const auto expect = [&](bool holds, const char* what) {
    if (!holds) violation(what, &payload);
  };
  expect(payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE,
         "a new request's response status is not TLM_INCOMPLETE_RESPONSE");
  expect(!payload.is_dmi_allowed(), "a new request allows DMI already");
  expect(payload.get_command() == tlm::TLM_IGNORE_COMMAND || payload.get_data_ptr(), "there is no data pointer");
  expect(payload.get_command() == tlm::TLM_IGNORE_COMMAND || payload.get_data_length() > 0, "the data length is 0");
  expect(payload.get_streaming_width() > 0, "the streaming width is 0");
  expect(!payload.get_byte_enable_ptr() || payload.get_byte_enable_length() > 0, "the byte enable length is 0");
}

void ProtocolRules::check_kept(const Transaction& transaction, const Payload& payload) {
  if (const char* changed = transaction.attributes.change(Attributes(payload)))
    violation(std::string("the ") + changed + " changed in flight", &payload);
  if (payload.has_mm() && payload.get_ref_count() < 1) violation(kUnheld, &payload);
}

void ProtocolRules::check_answer(const Payload& payload) {
  if (payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE)
    violation("answered with TLM_INCOMPLETE_RESPONSE", &payload);
}

sc_core::sc_time ProtocolRules::check_time(const sc_core::sc_time& last, const sc_core::sc_time& delay) {
  const sc_core::sc_time time = in(delay);
  if (time < last) violation("time goes back from " + last.to_string() + " to " + time.to_string());
  return time;
}

void ProtocolRules::check_unchanged(tlm::tlm_phase sent, tlm::tlm_phase found, const sc_core::sc_time& sent_delay,
                                    const sc_core::sc_time& delay) {
  if (found != sent || delay != sent_delay)
    violation("TLM_ACCEPTED in return for " + text_of(sent) + " with another phase or time");
}

}  // namespace unibank
