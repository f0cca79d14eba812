// Whole rows of the register banks: a register of a warp, one payload for the banks of all clusters.
//
// Register map of target socket `rows` of bank number b, 1024 bits: address = 128 x row; READ or WRITE of 128 bytes, those
// from 16 c on being cluster c's. Byte enables are allowed on both; clusters without an enabled byte are not accessed (one
// at least has some), and on a read all 16 bytes of a cluster are enabled or none. Answered when the last of these banks
// has answered.
//
// Where the banks of a number are this library's own in all clusters, their rows are accessed together. Where something
// else has the seat of a bank (RTL, a bank that is compared, one with writers beside its bytes) a row goes to each bank
// through its socket; the answer is END_REQ when all have accepted.
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

  // `bank`: of every bank of every cluster.
  RegisterRows(const sc_core::sc_module_name& name, unsigned banks_per_cluster, const BankParameters& bank);
  ~RegisterRows() override;

  WideTargetSocket& rows(unsigned bank) { return banks_[bank]->target; }
  // To be bound to the bank's socket for registers.
  InitiatorSocket& bank(unsigned cluster, unsigned bank) { return *banks_[bank]->initiators[cluster]; }
  // What a bank of this number is made with.
  SharedRows& shared(unsigned bank) { return banks_[bank]->shared; }
  // Rows of this bank number are accessed together (from the end of elaboration on).
  bool together(unsigned bank) const { return banks_[bank]->together; }

 private:
  friend class TargetPort<RegisterRows, kWideSocketBits>;
  friend class InitiatorPort<RegisterRows>;
  // A request whose rows are on their way to the banks.
  struct Whole {
    Payload* payload = nullptr;
    unsigned bank = 0;
    unsigned unaccepted = 0, unanswered = 0;
    bool waits = false;  // END_REQ is owed
    Cycle due = 0;       // of the latest answer so far
    tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE;
  };
  struct Row : Payload {
    Whole* whole = nullptr;
    unsigned char* own_data = nullptr;  // of the pool's entry
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
