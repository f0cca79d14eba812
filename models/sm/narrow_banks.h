// The 4-byte-wide banks of the partitioned design that one crossbar port reaches: banks 4p to 4p+3 of the scratchpad,
// or of the cache.
//
// Register map: address = bank in the group x bank_bytes + byte address in the bank, read or write of 1 to 4 bytes
// inside one word, byte enables allowed on writes. Answered after one cycle.
#pragma once

#include <memory>
#include <vector>

#include "sm/unified_bank.h"

namespace unibank {

constexpr unsigned kNarrowBankWidth = 4;    // bytes
constexpr unsigned kNarrowBanksPerGroup = 4;  // 16 bytes a crossbar port

struct NarrowBankParameters {
  unsigned bank_bytes = 0;   // of one bank
  bool check_ports = false;
};

// A module only to have a place and a name in the hierarchy; its group owns the socket and what it keeps.
class NarrowBank : public sc_core::sc_module {
 public:
  explicit NarrowBank(const sc_core::sc_module_name& name) : sc_module(name) {}
};

class NarrowBankGroup : public sc_core::sc_module, public BankSeat {
 public:
  NarrowBankGroup(const sc_core::sc_module_name& name, const NarrowBankParameters& parameters);

  TargetSocket& socket(unsigned = kRegisters) override { return port_; }
  BankCounters counters(unsigned bank_in_group) const override { return cores_[bank_in_group].counters(); }

 private:
  friend class TargetPort<NarrowBankGroup>;
  tlm::tlm_sync_enum request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void request_blocking(unsigned port, Payload& payload);
  // A bank and an address in it; null: no such bank.
  struct Place {
    BankCore* bank = nullptr;
    unsigned address = 0;
  };
  Place place_of(std::uint64_t address);
  static void access(Payload& payload, const Place& place);

  void prefetch(unsigned port, std::uint64_t address) const;

  NarrowBankParameters parameters_;
  std::vector<BankCore> cores_;
  std::vector<std::unique_ptr<NarrowBank>> banks_;
  TargetPort<NarrowBankGroup> port_;
};

}  // namespace unibank
