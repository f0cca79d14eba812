// The Verilated bank as plain C++: its pins, its clock, and the size that it was built with. Knows no SystemC.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

class Vunified_bank;
class VerilatedContext;

namespace unibank::rtl {

class UnifiedBankPins {
 public:
  static constexpr unsigned kRows = 1024, kWidth = 16;  // parameter ROWS of unified_bank.sv; bytes
  static constexpr unsigned kFaults = 12;
  using Row = std::array<unsigned char, kWidth>;

  explicit UnifiedBankPins(unsigned fault = 0);
  ~UnifiedBankPins();

  // What stands at the pins until the next edge: at most one of each. A read that comes behind the write finds what it
  // writes.
  void write(unsigned row, std::uint16_t enables, const Row& bytes);
  void read(unsigned row);
  bool writing() const;
  bool reading() const;
  unsigned write_row() const;
  unsigned enables() const;
  Row write_bytes() const;
  unsigned read_row() const;
  void edge();
  // Of the last edge.
  bool written() const;
  bool was_read() const;
  Row read_bytes() const;

 private:
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vunified_bank> top_;
};

}  // namespace unibank::rtl
