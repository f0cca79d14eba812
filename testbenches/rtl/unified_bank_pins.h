// The Verilated bank as plain C++, without SystemC.
#pragma once

#include <memory>

#include "cosim/unified_bank_block.h"

class Vunified_bank;
class VerilatedContext;

namespace unibank::rtl {

class UnifiedBankPins : public UnifiedBankBlock {
 public:
  static constexpr unsigned kRows = 1024;  // parameter ROWS of unified_bank.sv
  static constexpr unsigned kFaults = 12;  // highest number of a fault (FAULTS = 1); 0 is none

  explicit UnifiedBankPins(unsigned fault = 0);
  ~UnifiedBankPins() override;

  unsigned most_rows() const override { return kRows; }
  void write(unsigned row, std::uint16_t enables, const Row& bytes) override;
  void read(unsigned row) override;
  bool writing() const override;
  bool reading() const override;
  unsigned write_row() const override;
  unsigned enables() const override;
  Row write_bytes() const override;
  unsigned read_row() const override;
  void edge() override;
  bool written() const override;
  bool was_read() const override;
  Row read_bytes() const override;

 private:
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vunified_bank> top_;
};

}  // namespace unibank::rtl
