// A cluster: its banks, and the multiplexer that lets operand stage and crossbar reach them.
//
// Register map of both target sockets: address = bank x bank_bytes + byte address in the bank (bank_bytes = 16 x rows);
// the rest as for a bank. The cluster adds no time; which accesses may go in one cycle is arbitrated before they are sent.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "sm/unified_bank.h"
#include "tlm/ports.h"

namespace unibank {

using BankFactory = std::function<std::unique_ptr<BankSeat>(const char* name, const BankParameters&)>;

struct ClusterParameters {
  unsigned banks = 4;
  BankParameters bank;
  bool memory_socket = true;  // false: registers only (partitioned), the crossbar does not come here
};

class SmCluster : public sc_core::sc_module {
 public:
  // Builds banks "bank0", "bank1", ... below itself through `make_bank`.
  SmCluster(const sc_core::sc_module_name& name, const ClusterParameters& parameters, const BankFactory& make_bank);

  TargetSocket& registers() { return *sources_[kRegisters]; }
  TargetSocket& memory() { return *sources_[kMemory]; }  // only with ClusterParameters::memory_socket
  const BankSeat& bank(unsigned index) const { return *banks_[index].seat; }
  unsigned banks() const { return static_cast<unsigned>(banks_.size()); }
  unsigned bank_bytes() const { return bank_bytes_; }

 private:
  friend class TargetPort<SmCluster>;
  friend class InitiatorPort<SmCluster>;
  enum Source : unsigned { kRegisters, kMemory };
  // A request that a bank has but not answered yet.
  struct Outstanding {
    Payload* payload;
    unsigned source;
  };
  struct Bank {
    std::unique_ptr<InitiatorPort<SmCluster>> port;
    Payload* unaccepted = nullptr;         // sent, without END_REQ so far: nothing else may be sent
    std::unique_ptr<BankSeat> seat;
    std::vector<Outstanding> outstanding;  // empty behind a bank that completes early
    Outstanding held{nullptr, 0};          // the other socket's request that waits for it
  };

  tlm::tlm_sync_enum request(unsigned source, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void request_blocking(unsigned source, Payload& payload);
  void answered(unsigned bank, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);
  tlm::tlm_sync_enum hold(Bank& bank, unsigned source, Payload& payload);
  void keep(Bank& bank, unsigned source, Payload& payload, tlm::tlm_sync_enum status);
  void send_held(Bank& bank);
  void answer(unsigned source, Payload& payload, tlm::tlm_phase phase, sc_core::sc_time delay) {
    sources_[source]->answer(payload, phase, delay);
  }

  unsigned bank_bytes_;
  std::uint64_t bytes_;  // of all banks
  std::vector<Bank> banks_;
  std::vector<std::unique_ptr<TargetPort<SmCluster>>> sources_;
};

}  // namespace unibank
