// The ports of an Sm to its crossbar, shared by all units that read or write bank rows through it. Arbitration comes
// first: a unit sends those of its rows that are granted in the cycle.
#pragma once

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
  // The port has not accepted its last request: no other may be sent there.
  bool blocked(unsigned port) const { return blocked_ >> port & 1; }
  bool any_blocked() const { return blocked_ != 0; }

  // Calls send(row) for the rows from `next` on that are granted their banks in this cycle; true when none is left. In
  // the per-instruction model only these rows conflict, and they are in the order of their turns: the first that must
  // wait ends the cycle.
  template <typename Send>
  bool send_granted(std::vector<BankRow>& rows, unsigned& next, bool write, const Send& send);

  // A row whose bank has been granted. A bank that responds at once returns the payload at once, for the next row.
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

  void answered(unsigned port, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);

 private:
  void end_of_elaboration() override;
  [[gnu::noinline]] void not_accepted(unsigned port, const Payload& payload) {
    blocked_ |= 1u << port;
    unaccepted_[port] = &payload;
  }

  SmCycle& cycle_;
  const bool arbitrated_;
  std::array<std::unique_ptr<InitiatorPort<RowPorts>>, kPorts> ports_;
  std::array<ForwardPath, kPorts> paths_;  // through them
  std::uint32_t blocked_ = 0;
  std::array<const Payload*, kPorts> unaccepted_{};  // [port]: the response to another payload does not free it
};

template <typename Send>
bool RowPorts::send_granted(std::vector<BankRow>& rows, unsigned& next, bool write, const Send& send) {
  cycle_.arbiter.begin_instruction();
  std::size_t kept = next;
  for (std::size_t i = next; i < rows.size(); ++i) {
    const BankRow& row = rows[i];
    if (blocked(row.port) || !cycle_.arbiter.memory(row, write)) {
      if (!arbitrated_) {
        kept = i;
        break;
      }
      rows[kept++] = row;
      continue;
    }
    send(row);
    if (!arbitrated_) kept = i + 1;
  }
  if (arbitrated_) rows.resize(kept);
  next = arbitrated_ ? 0 : static_cast<unsigned>(kept);
  return next == rows.size();
}

}  // namespace unibank
