// A cluster: the banks of its four lanes, their sockets exported. It is structure only: the operand stage reaches each
// bank's register socket (sm/register_rows.h), the crossbar each bank's memory socket. The multiplexer through which
// banks of a cluster feed the crossbar is the crossbar's choice of range; the arbiter ensures that only one bank is
// chosen per cycle (storage.bank_mux = "single"), or that the chosen ones share the port's 16 bytes ("multiple").
#pragma once

#include <memory>
#include <vector>

#include "block/factories.h"
#include "sm/unified_bank.h"

namespace unibank {

using BankFactory = BlockFactory<UnifiedBankKind>;

struct ClusterParameters {
  unsigned banks = 4;
  BankParameters bank;
  std::vector<SharedRows*> shared = {};  // [bank] (BankParameters::shared); empty: banks share no storage
};

class SmCluster : public sc_core::sc_module {
 public:
  // Builds banks "bank0", "bank1", ... below itself through `make_bank`.
  SmCluster(const sc_core::sc_module_name& name, const ClusterParameters& parameters, const BankFactory& make_bank);

  TargetSocket& registers(unsigned bank) { return banks_[bank]->socket(BankInterface::kRegisters); }
  // Exists only if BankParameters::memory_socket is set.
  TargetSocket& memory(unsigned bank) { return banks_[bank]->socket(BankInterface::kMemory); }
  const BankInterface& bank(unsigned index) const { return *banks_[index]; }
  void add_counters_to(CounterValues& all) const {
    for (const auto& bank : banks_) bank->add_counters_to(all);
  }
  unsigned banks() const { return static_cast<unsigned>(banks_.size()); }

 private:
  std::vector<std::unique_ptr<BankInterface>> banks_;
};

}  // namespace unibank
