// A crossbar in RTL in place of the model's. A request is forwarded in the same call, to the socket that the RTL
// selects; responses of the banks are at the pins in their due cycle, and leave after the edge into the next one. A
// request of a port without a free lane in a cycle is accepted in the next one at the earliest. (No Sm with
// `conflicts.model = "arbitrated"` sends one.) A crossbar may have several stages: edges are made while a response is
// inside.
//
// Edges are made before anything else changes the pins in a cycle, and only while something is due.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cosim/check_mode.h"
#include "cosim/crossbar_block.h"
#include "cosim/pin_watch.h"
#include "cosim/request_ports.h"
#include "sm/crossbar.h"
#include "tlm/due_queue.h"

namespace unibank::rtl {

class CrossbarTransactor : public sc_core::sc_module, public CrossbarInterface, public Compared {
 public:
  // Throws InputError for more ports or ranges than the RTL has.
  CrossbarTransactor(const sc_core::sc_module_name& name, const CrossbarParameters& parameters,
                     const BlockOptions& options, std::unique_ptr<CrossbarBlock> pins);

  TargetSocket& target(unsigned port) override { return ports_.socket(port); }
  InitiatorSocket& initiator(unsigned port, unsigned range = 0) override {
    return *initiators_[port * ranges_ + range];
  }
  std::uint64_t transfers(unsigned port) const override { return pins_->transfers(port); }
  unsigned ports() const override { return count_; }
  const Comparison* comparison() const override { return check_.comparison(); }
  void no_progress() const override { if (comparison()) check_delivered(current_cycle()); }

 private:
  friend class TargetPort<CrossbarTransactor>;
  friend class InitiatorPort<CrossbarTransactor>;
  struct Passed {  // a request at the banks
    Payload* payload = nullptr;  // null: the name is free
    unsigned port = 0;
    std::uint64_t address = 0;   // in the address space of the port
    bool accepted = true;
    CrossbarBlock::Bytes bytes{};  // of the response, while there is a comparison
    Cycle due = kNever;           // of the response's output from the native crossbar
    std::uint64_t turn = 0;       // number of the response among the responses of its port
  };

  tlm::tlm_sync_enum request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void request_blocking(unsigned port, Payload& payload);
  void answered(unsigned initiator, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);
  // Sends a request to its bank: TLM_UPDATED if the bank has accepted or completed it, else TLM_ACCEPTED. The response
  // of a completed request follows when the RTL puts it out.
  tlm::tlm_sync_enum pass(unsigned port, Payload& payload, sc_core::sc_time& delay);
  InitiatorPort<CrossbarTransactor>* route(unsigned port, Payload& payload);
  Passed& passed_as(Payload& payload);
  void advance(Cycle now);
  void whole_cycle();
  void half_cycle();
  void bank_answered(Passed& passed, Cycle due);
  void present(Passed& passed);
  void deliver(unsigned port, unsigned lane);
  void compare(const Passed& passed, unsigned port, unsigned one, const CrossbarBlock::Bytes& bytes);
  void check_delivered(Cycle now) const;
  void schedule(Cycle now);
  void show(Cycle now);

  const std::vector<std::uint64_t> ends_;  // the ends of the ranges, in the address space of a port
  const unsigned count_, ranges_;  // the number of ports, and of ranges per port
  const std::unique_ptr<CrossbarBlock> pins_;
  RequestPorts<CrossbarTransactor> ports_;
  std::vector<std::unique_ptr<InitiatorPort<CrossbarTransactor>>> initiators_;  // [port][range]
  std::vector<Passed> passed_;  // [name]
  std::vector<unsigned> free_names_;
  DueQueue<Passed> due_;        // responses of the banks
  unsigned inside_ = 0;                           // responses that have entered the RTL and not left it
  std::vector<std::uint64_t> turns_, delivered_;  // [port]: responses that have entered, responses that have left
  CheckMode check_;
  PinWatch watch_;
  Cycle cycle_ = 0;             // cycle of the pins
  sc_core::sc_event whole_, half_;
};

}  // namespace unibank::rtl
