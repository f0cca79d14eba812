// Whole rows of the register banks: one payload carries a register of a warp to the banks of all clusters.
//
// Register map of target socket `rows` of bank number b, 1024 bits: address = 128 x row; READ or WRITE of 128 bytes, of
// which bytes 16 c to 16 c + 15 belong to cluster c. Byte enables are allowed on both: a cluster without an enabled
// byte is not accessed; at least one cluster must be accessed; a read enables all 16 bytes of a cluster or none. The
// response comes when the last bank has responded.
//
// If the banks of this number are this library's own in all clusters, their rows are accessed together. Otherwise (RTL,
// a bank under comparison, a bank that tracks writers) a row is sent to each bank through its socket; END_REQ is
// returned when all have accepted.
#pragma once

#include <memory>
#include <vector>

#include "memory/shared_rows.h"
#include "sm/unified_bank.h"
#include "tlm/pool.h"
#include "tlm/ports.h"

namespace unibank {

class RegisterRows : public sc_core::sc_module {
 public:
  static constexpr unsigned kClusters = SharedRows::kBanks;

  // `bank`: the parameters of every bank of every cluster.
  RegisterRows(const sc_core::sc_module_name& name, unsigned banks_per_cluster, const BankParameters& bank);
  ~RegisterRows() override;

  WideTargetSocket& rows(unsigned bank) { return banks_[bank]->target; }
  // To be bound to the bank's register socket.
  InitiatorSocket& bank(unsigned cluster, unsigned bank) { return *banks_[bank]->initiators[cluster]; }
  // The storage for the banks of this number (BankParameters::shared).
  SharedRows& shared(unsigned bank) { return banks_[bank]->shared; }
  // Whether the rows of this bank number are accessed together. Valid after elaboration.
  bool together(unsigned bank) const { return banks_[bank]->together; }

 private:
  friend class TargetPort<RegisterRows, kWideSocketBits>;
  friend class InitiatorPort<RegisterRows>;
  // A request that was split into one row per bank.
  struct Whole {
    Payload* payload = nullptr;
    unsigned bank = 0;
    unsigned unaccepted = 0, unanswered = 0;
    bool waits = false;  // END_REQ is owed
    Cycle due = 0;       // the cycle of the latest response so far
    tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE;
  };
  struct Row : Payload {
    Whole* whole = nullptr;
    unsigned char* own_data = nullptr;  // the pool's own buffer
    bool unaccepted = false;
  };
  struct Bank {
    Bank(RegisterRows* owner, unsigned number, const BankParameters& parameters);
    SharedRows shared;
    bool together = false;
    TargetPort<RegisterRows, kWideSocketBits> target;
    std::vector<std::unique_ptr<InitiatorPort<RegisterRows>>> initiators;  // [cluster]
  };

  void end_of_elaboration() override;
  tlm::tlm_sync_enum request(unsigned bank, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  [[gnu::noinline]] tlm::tlm_sync_enum request_any(unsigned bank, Payload& payload, tlm::tlm_phase& phase,
                                                   sc_core::sc_time& delay);
  void request_blocking(unsigned bank, Payload& payload);
  void answered(unsigned port, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);

  tlm::tlm_response_status check(const Bank& bank, const Payload& payload) const;
  tlm::tlm_sync_enum split(unsigned bank, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  Row* part(Payload& payload, unsigned cluster);
  static void part_done(Row& row, Whole& whole);
  Whole* begin(unsigned bank, Payload& payload);

  const bool check_ports_;
  std::vector<std::unique_ptr<Bank>> banks_;
  PayloadPool<Row> pool_;
  std::vector<std::unique_ptr<Whole>> all_wholes_;
  std::vector<Whole*> free_wholes_;
};

}  // namespace unibank
