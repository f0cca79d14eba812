// A bank in RTL in place of the model's. A read and a write of one cycle are at the pins together until the edge at the
// next whole cycle, where a bank with one cycle of latency answers both; a second read or a second write is not
// accepted before that edge. (No Sm with `conflicts.model = "arbitrated"` sends one.) A slower bank answers each kind
// in order. The clock runs only while something is due.
#pragma once

#include <array>
#include <deque>
#include <memory>

#include "cosim/check_mode.h"
#include "cosim/pin_watch.h"
#include "cosim/request_ports.h"
#include "cosim/unified_bank_block.h"
#include "sm/unified_bank.h"

namespace unibank::rtl {

class UnifiedBankTransactor : public sc_core::sc_module, public BankInterface, public Compared {
 public:
  // Throws InputError for more rows than the RTL has.
  UnifiedBankTransactor(const sc_core::sc_module_name& name, const BankParameters& parameters,
                        const BlockOptions& options, std::unique_ptr<UnifiedBankBlock> pins);

  TargetSocket& socket(unsigned port = kRegisters) override { return ports_.socket(port); }
  BankCounters counters(unsigned = 0) const override { return counters_; }
  const Comparison* comparison() const override { return check_.comparison(); }
  void no_progress() const override;

 private:
  friend class TargetPort<UnifiedBankTransactor>;
  enum Kind : unsigned { kRead, kWrite, kKinds };
  struct Taken {
    Payload* payload = nullptr;
    unsigned port = 0;
    Cycle arrival = 0;
    UnifiedBankBlock::Row expected{};  // the bytes of a read from the native block, in lock-step
  };

  tlm::tlm_sync_enum request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void request_blocking(unsigned port, Payload& payload);
  tlm::tlm_response_status check(const Payload& payload) const;
  void edge();
  void take(unsigned port, Payload& payload, Cycle arrival);
  void present(Payload& payload, UnifiedBankBlock::Row& expected);
  void finish(Kind kind, Cycle now);
  [[noreturn]] void miss_answer(const Taken& taken, Cycle now) const;
  void answer(Kind kind, Cycle now);
  bool stands(bool write) const { return write ? pins_->writing() : pins_->reading(); }
  bool under_way() const { return !taken_[kRead].empty() || !taken_[kWrite].empty(); }
  void accept_waiting(Cycle now);
  void schedule(Cycle now);
  void wake_up(Cycle now);
  void show(Cycle at, bool rests = false);

  const unsigned bytes_;
  WriterTable writers_;  // the RTL stores only values
  const std::unique_ptr<UnifiedBankBlock> pins_;
  RequestPorts<UnifiedBankTransactor> ports_;
  std::array<std::deque<Taken>, kKinds> taken_;  // in order of acceptance; the RTL may take several cycles for one
  BankCounters counters_;
  CheckMode check_;
  std::unique_ptr<BankCore> model_;  // null: no lock-step
  PinWatch watch_;
  Cycle last_edge_ = 0;
  sc_core::sc_event edge_event_;
};

}  // namespace unibank::rtl
