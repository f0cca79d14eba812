// The 4-byte-wide banks at one crossbar port: banks 4p to 4p+3 of the scratchpad, of the cache, or of a pool of both.
//
// Register map: rows of 16 bytes, four bytes of each bank: word w is in bank w mod 4. Read or write of 1 to 16 bytes
// inside one row, byte enables allowed on writes; each bank with bytes of the access (for a write with byte enables,
// with an enabled byte) is accessed once. The response takes one cycle.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "sm/unified_bank.h"

namespace unibank {

constexpr unsigned kNarrowBankWidth = 4;    // bytes
constexpr unsigned kNarrowBanksPerGroup = 4;  // 16 bytes per crossbar port

struct NarrowBankParameters {
  unsigned bank_bytes = 0;   // of one bank
  bool check_ports = false;
  bool follow_values = false;  // the banks track the writer of each byte
  // Storage shared by the groups of all ports, and this group's port. Null: the group stores its own bytes.
  SharedRows* shared = nullptr;
  unsigned port = 0;
};

struct NarrowBanksKind {
  static constexpr const char* kName = "narrow_banks";
  using Block = BankInterface;
  using Parameters = NarrowBankParameters;
};

// A module that gives the bank a name in the hierarchy; its group owns the socket and the data.
class NarrowBank : public sc_core::sc_module {
 public:
  explicit NarrowBank(const sc_core::sc_module_name& name) : sc_module(name) {}
};

class NarrowBankGroup : public sc_core::sc_module, public BankInterface {
 public:
  NarrowBankGroup(const sc_core::sc_module_name& name, const NarrowBankParameters& parameters);

  TargetSocket& socket(unsigned = kRegisters) override { return port_; }
  BankCounters counters(unsigned bank_in_group) const override;
  void add_counters_to(CounterValues& all) const override {
    for (unsigned bank = 0; bank < kNarrowBanksPerGroup; ++bank) all.add(counters(bank));
  }
  const BankCore& core() const { return rows_; }
  bool checks_ports() const { return check_ports_; }
  // Whether its bytes are in NarrowBankParameters::shared and it tracks no writers.
  bool is_plain_part() const { return rows_.shared() && !writers_; }
  // Accesses the banks of `words` (bit b: bank b) in the row at `address`, for LineRows: `data`: the bytes of the row.
  void access_words(std::uint64_t address, unsigned words, unsigned char* data, bool write, Cycle due);

 private:
  friend class TargetPort<NarrowBankGroup>;
  tlm::tlm_sync_enum request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  [[gnu::noinline]] tlm::tlm_sync_enum request_part(Payload& payload, const tlm::tlm_phase& phase,
                                                    sc_core::sc_time& delay);
  void request_blocking(unsigned port, Payload& payload);
  bool access_word(Payload& payload, const sc_core::sc_time& delay);
  // Data and response status; counts the banks accessed and returns them, bit b for bank b.
  unsigned access(Payload& payload);
  void check_port(unsigned bank, bool write, Cycle cycle);
  void check_ports(unsigned banks, bool write, Cycle cycle);

  const bool check_ports_;
  BankCore rows_;  // the bytes of all four banks
  std::unique_ptr<WriterTable> writers_;  // null: values are not followed
  std::uint64_t row_reads_ = 0, row_writes_ = 0;              // accesses of all four banks together
  std::array<BankCounters, kNarrowBanksPerGroup> counters_;  // [bank]: its other accesses
  std::array<Cycle, kNarrowBanksPerGroup> last_read_, last_write_;
  std::vector<std::unique_ptr<NarrowBank>> banks_;
  TargetPort<NarrowBankGroup> port_;
};

}  // namespace unibank
