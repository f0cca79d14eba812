// A 16-byte-wide bank: registers, scratchpad and cache data of the unified design, registers of the partitioned one.
//
// Register map: address = byte address in the bank (row r is at 16 r), read or write of 1 to 16 bytes inside one row,
// byte enables allowed on writes. The response takes one cycle. Two sockets lead to the array: the first for registers,
// the second for the crossbar; accesses are arbitrated per cycle before they are sent. Accesses to the banks of all
// clusters at once have a socket of their own (sm/register_rows.h).
#pragma once

#include <memory>
#include <vector>

#include "memory/bank_core.h"
#include "tlm/pool.h"
#include "tlm/ports.h"

namespace unibank {

constexpr unsigned kBankWidth = 16;  // bytes

struct BankParameters {
  unsigned rows = 0;
  bool check_ports = false;  // count accesses beyond one read and one write per cycle (arbitrated model)
  bool follow_values = false;  // the bank tracks the writer of each byte
  bool memory_socket = false;  // true: the crossbar also uses this bank (unified); false: only registers do
  // Storage shared by the banks of this number in all clusters, and this bank's cluster. Null: the bank stores its own
  // bytes. A block that replaces the bank may store them elsewhere.
  SharedRows* shared = nullptr;
  unsigned cluster = 0;
};

// The interface of a bank, or of a group of narrow banks, to its cluster or the crossbar.
class BankInterface {
 public:
  enum Port : unsigned { kRegisters, kMemory };  // a group of narrow banks has only the first one
  virtual ~BankInterface() = default;
  virtual TargetSocket& socket(unsigned port = kRegisters) = 0;
  virtual BankCounters counters(unsigned bank_in_group = 0) const = 0;
  // Adds its counters under their names; a variant with further counters adds those too.
  virtual void add_counters_to(CounterValues& all) const { all.add(counters()); }
};

struct UnifiedBankKind {
  static constexpr const char* kName = "unified_bank";
  using Block = BankInterface;
  using Parameters = BankParameters;
};

class UnifiedBank : public sc_core::sc_module, public BankInterface {
 public:
  UnifiedBank(const sc_core::sc_module_name& name, const BankParameters& parameters);

  TargetSocket& socket(unsigned port = kRegisters) override { return *ports_[port]; }
  BankCounters counters(unsigned = 0) const override { return core_.counters(); }
  const BankCore& core() const { return core_; }
  // Whether its bytes are in BankParameters::shared and it tracks no writers.
  bool is_plain_part() const { return core_.shared() && !writers_; }

 private:
  friend class TargetPort<UnifiedBank>;
  tlm::tlm_sync_enum request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  [[gnu::noinline]] tlm::tlm_sync_enum request_any(Payload& payload, const tlm::tlm_phase& phase,
                                                   sc_core::sc_time& delay);
  void request_blocking(unsigned port, Payload& payload);
  void end_of_elaboration() override;

  BankCore core_;
  std::unique_ptr<WriterTable> writers_;  // null: values are not followed
  std::vector<std::unique_ptr<TargetPort<UnifiedBank>>> ports_;
};

// Executes a payload on a bank's bytes, at byte `address` of that bank: data and their writers, response status and
// counters. `writers`: of the bank's bytes; null if values are not followed.
void access_bank(BankCore& core, std::uint64_t address, Payload& payload, WriterTable* writers = nullptr);

// Handles the common case: a whole row of 16 bytes below `bytes`. Returns false, without any effect, for any other
// access and for a write for which the bank must allocate memory.
inline bool access_row(BankCore& core, unsigned bytes, Payload& payload) {
  const std::uint64_t address = payload.get_address();
  const bool row = payload.get_data_length() == kBankWidth && address % kBankWidth == 0 && address < bytes;
  if (!row || payload.get_byte_enable_ptr()) return false;
  if (payload.is_read()) {
    core.read(address, kBankWidth, payload.get_data_ptr());
  } else if (payload.is_write()) {
    if (!core.write_row(address, payload.get_data_ptr())) return false;
  } else {
    return false;
  }
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  return true;
}

}  // namespace unibank
