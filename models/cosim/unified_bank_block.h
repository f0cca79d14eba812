// The interface of a bank in RTL to its transactor: its pins, its clock and its size, as plain C++. Knows no SystemC.
#pragma once

#include <array>
#include <cstdint>

namespace unibank::rtl {

class UnifiedBankBlock {
 public:
  static constexpr unsigned kWidth = 16;  // bytes of a row
  using Row = std::array<unsigned char, kWidth>;

  virtual ~UnifiedBankBlock() = default;
  virtual unsigned most_rows() const = 0;  // the size that the RTL was built with; all bytes are 0 at first

  // At most one write and one read are held at the pins until the next edge. A read of the row after the write returns
  // the written bytes. Bit b of `enables`: byte b is written.
  virtual void write(unsigned row, std::uint16_t enables, const Row& bytes) = 0;
  virtual void read(unsigned row) = 0;
  virtual bool writing() const = 0;
  virtual bool reading() const = 0;
  virtual unsigned write_row() const = 0;
  virtual unsigned enables() const = 0;
  virtual Row write_bytes() const = 0;
  virtual unsigned read_row() const = 0;
  virtual void edge() = 0;  // a rising edge of the clock
  // The outputs of the last edge.
  virtual bool written() const = 0;
  virtual bool was_read() const = 0;
  virtual Row read_bytes() const = 0;
};

}  // namespace unibank::rtl
