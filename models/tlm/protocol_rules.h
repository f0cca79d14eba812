// The TLM-2.0 base protocol (IEEE 1666-2011, clauses 11, 14 and 15) on one socket, as rules for every call:
//   - phases of a request come in order and once each; END_REQ may be omitted, and early completion ends the request;
//   - BEGIN_REQ does not come before the last request's END_REQ, nor BEGIN_RESP before the last response's END_RESP;
//   - the return value is valid for the phase; with TLM_ACCEPTED, phase and time are unchanged;
//   - times of one request, annotated delays included, never decrease;
//   - a payload in flight is not sent again, stays alive, and keeps its command, length, widths, pointers, and the
//     bytes of a write (only an interconnect may change its address);
//   - a new payload is complete, and has TLM_INCOMPLETE_RESPONSE until its response is known.
// Phases of extended protocols are not checked: the base protocol ignores them. The class knows no module and no
// socket.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tlm/ports.h"

namespace unibank {

class ProtocolRules {
 public:
  using OnViolation = std::function<void(const std::string&)>;

  // `socket` precedes every message. Without `on_violation` the first violation is a RunError.
  explicit ProtocolRules(std::string socket, OnViolation on_violation = {});

  // Forward a call in one of the two directions, or a blocking call, and check it.
  tlm::tlm_sync_enum forward(FwIf& target, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  tlm::tlm_sync_enum backward(BwIf& initiator, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void blocking(FwIf& target, Payload& payload, sc_core::sc_time& delay);

  // Requests whose response has not ended.
  std::size_t in_flight() const { return transactions_.size(); }

 private:
  enum class Stage { kRequested, kAccepted, kResponding };
  // Attributes that must not change while the payload is in flight.
  struct Attributes {
    explicit Attributes(const Payload& payload);
    // The first difference, in words; null: no difference.
    const char* change(const Attributes& other) const;
    tlm::tlm_command command;
    const unsigned char *data, *enables;
    unsigned length, enable_length, streaming_width;
    std::uint64_t bytes;  // a digest of a write's data and of the byte enables
  };
  struct Transaction {
    std::uint64_t number;
    const Payload* payload;
    Stage stage;
    sc_core::sc_time time;  // time of its last phase
    Attributes attributes;
  };
  static constexpr std::uint64_t kNone = 0;  // no transaction has this number

  tlm::tlm_sync_enum request(FwIf& target, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  tlm::tlm_sync_enum response_end(FwIf& target, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  tlm::tlm_sync_enum request_end(BwIf& initiator, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  tlm::tlm_sync_enum response(BwIf& initiator, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);

  std::uint64_t begin_request(const Payload& payload, const sc_core::sc_time& delay);
  void end_request(Transaction* transaction, const Payload& payload, const sc_core::sc_time& delay);
  void begin_response(Transaction* transaction, const Payload& payload, const sc_core::sc_time& delay);
  // For a transaction whose response has begun; the payload may no longer exist.
  void end_response(Transaction* transaction, const sc_core::sc_time& delay);
  void complete(Transaction* transaction, const Payload& payload, const sc_core::sc_time& delay);

  void check_new(const Payload& payload);
  void check_kept(const Transaction& transaction, const Payload& payload);
  void check_answer(const Payload& payload);
  // Returns the annotated time, which must not be before `last`.
  sc_core::sc_time check_time(const sc_core::sc_time& last, const sc_core::sc_time& delay);
  void check_unchanged(tlm::tlm_phase sent, tlm::tlm_phase found, const sc_core::sc_time& sent_delay,
                       const sc_core::sc_time& delay);

  Transaction* find(const Payload& payload);
  Transaction* find(std::uint64_t number);
  void erase(const Transaction& transaction);
  void violation(const std::string& what, const Payload* payload = nullptr) const;

  std::string socket_;
  OnViolation on_violation_;
  std::vector<Transaction> transactions_;  // in flight, in order of their requests
  std::uint64_t last_ = kNone;
  std::uint64_t requesting_ = kNone, responding_ = kNone;  // the owners of the socket's request and response phase
};

}  // namespace unibank
