// The ports of an Sm to its crossbar, shared by all units that read or write bank rows through it. Arbitration comes
// first: a unit sends only rows that are granted in the cycle.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <systemc>
#include <vector>

#include "cycle/sm_cycle.h"
#include "tlm/ports.h"

namespace unibank {

struct RowRequest;

class RowUser {
 public:
  virtual ~RowUser() = default;
  // A bank's late response, due in cycle `due`. The user may reuse the request.
  virtual void row_answered(RowRequest& request, Cycle due) = 0;
};

struct RowRequest : Payload {
  RowUser* user = nullptr;
};

class RowPorts : public sc_core::sc_module {
 public:
  static constexpr unsigned kPorts = AddressMap::kPorts;

  RowPorts(sc_core::sc_module_name name, const Design& design, SmCycle& cycle);
  ~RowPorts() override;

  InitiatorSocket& socket(unsigned port) { return *ports_[port]; }
  // The socket for rows of lines (sm/line_rows.h), which carries the rows of all ports in one payload. To be called in
  // a module's constructor, or never: a socket that exists must be bound.
  WideInitiatorSocket& lines();
  // Rows from this address on may be sent to lines(); they are answered at once.
  void send_lines_from(std::uint64_t address) { lines_from_ = address; }
  bool takes_line(std::uint64_t address) const { return address >= lines_from_; }
  // The port has not accepted its last request: no other may be sent there.
  bool blocked(unsigned port) const { return blocked_ >> port & 1; }
  bool any_blocked() const { return blocked_ != 0; }

  // Calls send(row) for the rows that are granted their banks in this cycle; returns true when no row is left. `next`
  // is 0 in the beginning. In the per-instruction model the rows from `next` on are left. They conflict only with each
  // other and are in the order of their turns, so the first row that must wait ends the cycle. In the arbitrated model
  // all of `rows` are left, and `next` is state that this function keeps between cycles, below their number.
  template <typename Send>
  bool send_granted(std::vector<BankRow>& rows, unsigned& next, bool write, const Send& send);

  // Sends a row whose bank has been granted. A bank that responds at once returns the payload at once, for the next
  // row.
  [[gnu::always_inline]] SendOutcome send(unsigned port, RowRequest& request) {
    request.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    const SendOutcome outcome = send_request(paths_[port], request, cycle_.now);
    if (outcome.taken == Taken::kAnswered) {
      check_response(request);
    } else if (outcome.taken == Taken::kNotYet) {
      not_accepted(port, request);
    }
    return outcome;
  }

  // Sends rows at all ports, whose banks have been granted, in one payload; returns the cycle of the response. Removes
  // the byte enables afterwards, because the payload is used again for other rows.
  Cycle send_line(RowRequest& request) {
    request.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    const SendOutcome outcome = send_request(line_path_, request, cycle_.now);
    check_response(request);
    if (outcome.taken != Taken::kAnswered) line_not_answered();
    request.set_byte_enable_ptr(nullptr);
    return outcome.due;
  }

  void answered(unsigned port, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);

 private:
  void end_of_elaboration() override;
  template <typename Send>
  bool send_arbitrated(std::vector<BankRow>& rows, unsigned& conflicted, bool write, const Send& send);
  [[gnu::noinline]] void not_accepted(unsigned port, const Payload& payload) {
    blocked_ |= 1u << port;
    unaccepted_[port] = &payload;
  }

  [[noreturn]] [[gnu::cold]] void line_not_answered() const;

  SmCycle& cycle_;
  const bool arbitrated_;
  std::array<std::unique_ptr<InitiatorPort<RowPorts>>, kPorts> ports_;
  std::array<ForwardPath, kPorts> paths_;  // the paths through ports_
  std::unique_ptr<InitiatorPort<RowPorts, kWideSocketBits>> line_port_;  // null: rows of lines go through the ports
  ForwardPath line_path_;
  std::uint64_t lines_from_ = ~std::uint64_t{0};
  std::uint32_t blocked_ = 0;
  std::array<const Payload*, kPorts> unaccepted_{};  // [port]: the payload that blocks it; a response to another one
                                                     // does not free the port
};

template <typename Send>
bool RowPorts::send_granted(std::vector<BankRow>& rows, unsigned& next, bool write, const Send& send) {
  cycle_.arbiter.begin_instruction();
  if (arbitrated_) return send_arbitrated(rows, next, write, send);
  for (; next < rows.size(); ++next) {
    const BankRow& row = rows[next];
    if (blocked(row.port) || !cycle_.arbiter.memory(row, write)) return false;
    send(row);
  }
  return true;
}

// A conflicted access requests all of its rows in every cycle, and nearly all are refused. If all rows take the same
// share of their port (takes_alike), only the first row of a bank can be granted; the rows behind it are refused
// without a request. `conflicted`: at least the number of banks that have rows left; 0: unknown. Once that many banks
// have been requested, all further rows are behind another one.
template <typename Send>
bool RowPorts::send_arbitrated(std::vector<BankRow>& rows, unsigned& conflicted, bool write, const Send& send) {
  const bool alike = !rows.empty() && cycle_.arbiter.takes_alike(rows.front());
  std::uint64_t asked = 0, left = 0, refused = 0;  // asked: banks requested; left: banks of the rows that are left;
                                                   // refused: rows not requested
  unsigned banks_asked = 0;
  std::size_t kept = 0, i = 0;
  for (; i < rows.size(); ++i) {
    if (alike && conflicted != 0 && banks_asked == conflicted && !any_blocked()) break;
    const BankRow& row = rows[i];
    const std::uint64_t bank = ArbiterParameters::banks_of(row);
    const bool behind = alike && (asked & bank) != 0 && !blocked(row.port);
    banks_asked += (asked & bank) == 0;
    asked |= bank;
    refused += behind;
    if (!behind && !blocked(row.port) && cycle_.arbiter.memory(row, write)) {
      send(row);
      continue;
    }
    left |= bank;
    if (kept != i) rows[kept] = row;
    ++kept;
  }
  if (i == rows.size()) conflicted = static_cast<unsigned>(__builtin_popcountll(left));
  refused += rows.size() - i;
  kept = static_cast<std::size_t>(std::copy(rows.begin() + static_cast<std::ptrdiff_t>(i), rows.end(),
                                            rows.begin() + static_cast<std::ptrdiff_t>(kept)) - rows.begin());
  if (conflicted >= kept) conflicted = 0;
  cycle_.arbiter.count_refused(refused);
  rows.resize(kept);
  return kept == 0;
}

}  // namespace unibank
