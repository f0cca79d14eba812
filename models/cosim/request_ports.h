// The target sockets of a transactor: each holds one request that has not been accepted yet. The owner must have
// request() and request_blocking(), as the owner of any TargetPort.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tlm/ports.h"
#include "tlm/protocol.h"
#include "tlm/time.h"

namespace unibank::rtl {

template <typename Owner>
class RequestPorts {
 public:
  static constexpr unsigned kNone = ~0u;

  RequestPorts(Owner* owner, const std::vector<std::string>& names) : ports_(names.size()) {
    for (unsigned i = 0; i < names.size(); ++i) {
      ports_[i].socket = std::make_unique<TargetPort<Owner>>(names[i].c_str(), owner, i);
    }
  }

  TargetSocket& socket(unsigned port) { return *ports_[port].socket; }
  unsigned size() const { return static_cast<unsigned>(ports_.size()); }
  Payload* waiting(unsigned port) const { return ports_[port].waiting; }
  Cycle since(unsigned port) const { return ports_[port].since; }
  bool waits(unsigned port, Cycle now) const { return ports_[port].waiting && ports_[port].since <= now; }

  // Throws RunError, which names the module `where`, unless the port may begin a request.
  void check_begin(const char* where, unsigned port, const tlm::tlm_phase& phase) const {
    if (phase != tlm::BEGIN_REQ) protocol_error(where, "only BEGIN_REQ is expected here");
    if (ports_[port].waiting) protocol_error(where, "a request came before END_REQ of the last one");
  }

  // Notes a request that is not accepted yet; it arrives in cycle `since`, which may be past or future.
  void wait(unsigned port, Payload& payload, Cycle since) {
    ports_[port].waiting = &payload;
    ports_[port].since = since;
  }
  // Among the ports with may(port) and a request that has arrived by cycle `now`, returns the port that has waited
  // longest, and the lowest of equal ports; kNone if there is no such port.
  template <typename May>
  unsigned first(Cycle now, May may) const {
    unsigned best = kNone;
    for (unsigned i = 0; i < size(); ++i) {
      if (!waits(i, now) || !may(i)) continue;
      if (best == kNone || ports_[i].since < ports_[best].since) best = i;
    }
    return best;
  }
  // The first cycle after `now` in which a waiting request can be tried; kNever when none waits.
  Cycle next(Cycle now) const {
    Cycle next = kNever;
    for (const Port& port : ports_) {
      if (port.waiting) next = std::min(next, std::max(port.since, now + 1));
    }
    return next;
  }

  // Sends END_REQ now.
  void accept(unsigned port) {
    end_request(port, take(port));
  }
  // The two halves of accept(): take() removes the waiting request; end_request() sends END_REQ for a request that does
  // not wait here.
  Payload& take(unsigned port) { return *std::exchange(ports_[port].waiting, nullptr); }
  void end_request(unsigned port, Payload& payload) { tell(port, payload, tlm::END_REQ); }
  // Sends BEGIN_RESP now, without an error; releases the payload.
  void answer(unsigned port, Payload& payload) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    tell(port, payload, tlm::BEGIN_RESP);
    payload.release();
  }

 private:
  struct Port {
    std::unique_ptr<TargetPort<Owner>> socket;
    Payload* waiting = nullptr;
    Cycle since = 0;
  };

  void tell(unsigned port, Payload& payload, tlm::tlm_phase phase) {
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    ports_[port].socket->answer(payload, phase, delay);
  }

  std::vector<Port> ports_;
};

// "port0", "port1" and so on.
inline std::vector<std::string> numbered_ports(unsigned count) {
  std::vector<std::string> names;
  for (unsigned i = 0; i < count; ++i) names.push_back("port" + std::to_string(i));
  return names;
}

}  // namespace unibank::rtl
