#include "rtl/unified_bank_pins.h"

#include <cstring>

#include "Vunified_bank.h"
#include "cosim/verilated_context.h"

namespace unibank::rtl {

UnifiedBankPins::UnifiedBankPins(unsigned fault)
    : context_(make_context()), top_(std::make_unique<Vunified_bank>(context_.get(), "unified_bank")) {
  top_->fault = fault;
  top_->eval();
}

UnifiedBankPins::~UnifiedBankPins() { top_->final(); }

// Byte 0 of the row is in the lowest pins, as in memory here.
void UnifiedBankPins::write(unsigned row, std::uint16_t enables, const Row& bytes) {
  top_->wr_valid = 1;
  top_->wr_row = row;
  top_->wr_enable = enables;
  std::memcpy(&top_->wr_data[0], bytes.data(), kWidth);
}

void UnifiedBankPins::read(unsigned row) {
  top_->rd_valid = 1;
  top_->rd_row = row;
  top_->write_first = top_->wr_valid;
}

void UnifiedBankPins::edge() {
  top_->eval();
  top_->clk = 1;
  top_->eval();
  top_->clk = 0;
  top_->wr_valid = top_->rd_valid = 0;
}

bool UnifiedBankPins::writing() const { return top_->wr_valid; }
bool UnifiedBankPins::reading() const { return top_->rd_valid; }
unsigned UnifiedBankPins::write_row() const { return top_->wr_row; }
unsigned UnifiedBankPins::enables() const { return top_->wr_enable; }
unsigned UnifiedBankPins::read_row() const { return top_->rd_row; }
bool UnifiedBankPins::written() const { return top_->wr_done; }
bool UnifiedBankPins::was_read() const { return top_->rd_done; }

UnifiedBankPins::Row UnifiedBankPins::write_bytes() const {
  Row row;
  std::memcpy(row.data(), &top_->wr_data[0], kWidth);
  return row;
}

UnifiedBankPins::Row UnifiedBankPins::read_bytes() const {
  Row row;
  std::memcpy(row.data(), &top_->rd_data[0], kWidth);
  return row;
}

}  // namespace unibank::rtl
