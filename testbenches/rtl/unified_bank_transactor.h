// The RTL bank in the model's place. A read and a write of one cycle stand at the pins side by side until the edge at
// the next whole cycle, where both are answered; more of one kind are not accepted before that edge. (No Sm with
// `conflicts.model = "arbitrated"` sends them.) The clock runs while something is due.
#pragma once

#include <array>
#include <memory>

#include "cosim/pin_watch.h"
#include "cosim/request_ports.h"
#include "rtl/unified_bank_pins.h"
#include "sm/unified_bank.h"

namespace unibank::rtl {

class UnifiedBankRtl : public sc_core::sc_module, public BankInterface {
 public:
  // Throws InputError for more rows than the RTL has.
  UnifiedBankRtl(const sc_core::sc_module_name& name, const BankParameters& parameters, const BlockOptions& options);

  TargetSocket& socket(unsigned port = kRegisters) override { return ports_.socket(port); }
  BankCounters counters(unsigned = 0) const override { return counters_; }

 private:
  friend class TargetPort<UnifiedBankRtl>;
  enum Kind : unsigned { kRead, kWrite, kKinds };
  struct Taken {
    Payload* payload = nullptr;  // null: the pins of this kind are free
    unsigned port = 0;
    Cycle at = 0;
    UnifiedBankPins::Row expected{};  // of a read, while there is somebody to compare with
  };

  tlm::tlm_sync_enum request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void request_blocking(unsigned port, Payload& payload);
  tlm::tlm_response_status check(const Payload& payload) const;
  void edge();
  void take(unsigned port, Payload& payload, Cycle now);
  void present(Payload& payload, UnifiedBankPins::Row& expected);
  void finish(Kind kind, Cycle now);
  void accept_waiting(Cycle now);
  void schedule(Cycle now);
  void wake_up(Cycle now);
  void show(Cycle at, bool rests = false);

  const unsigned bytes_;
  WriterTable writers_;  // beside the RTL's bytes: it knows values alone
  UnifiedBankPins pins_;
  RequestPorts<UnifiedBankRtl> ports_;
  std::array<Taken, kKinds> taken_;
  BankCounters counters_;
  std::unique_ptr<BankCore> model_;  // null: nobody compares
  PinWatch watch_;
  Cycle last_edge_ = 0;
  sc_core::sc_event edge_event_;
};

}  // namespace unibank::rtl
